/**
 * `100 * (part) / nullIf(whole, 0)` is read as `100 × part ÷ whole`: of the names that the records' columns have.
 * A point that is one measure has no formula, and one that is more than arithmetic is not read out.
 */
export function sayFormula(formula: string | undefined): string | null {
  if (!formula?.includes(' ')) return null;
  const plain = formula
    .replace(/nullIf\((\w+), 0\)/g, '$1')
    .replace(/nullIf\(([^(),]+), 0\)/g, '($1)')
    .replace(/\((\w+)\)/g, '$1');
  if (/\w\(|[[\],>]/.test(plain)) return null;
  return plain.replaceAll('*', '×').replaceAll('/', '÷').replaceAll(' - ', ' − ').replaceAll('_', ' ');
}

const MOST_TERMS = 10_000;
const PRECISION = 1e-15;
const TINY = 1e-300;

/** The chance that a chi-square variable of so many degrees of freedom is at least as large: the upper incomplete gamma function. */
export function chiSquareTail(value: number, degrees: number): number {
  if (value <= 0 || degrees <= 0) return 1;
  const shape = degrees / 2;
  const x = value / 2;
  const scale = Math.exp(-x + shape * Math.log(x) - logGamma(shape));
  return x < shape + 1 ? 1 - scale * lowerSeries(shape, x) : scale * upperFraction(shape, x);
}

function lowerSeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum;
}

/** Lentz's continued fraction. */
function upperFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < MOST_TERMS; n++) {
    const a = -n * (n - shape);
    b += 2;
    d = 1 / (Math.abs(a * d + b) < TINY ? TINY : a * d + b);
    c = Math.abs(b + a / c) < TINY ? TINY : b + a / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return value;
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value);
  const x = value - 1;
  const base = x + 7.5;
  const sum = LANCZOS.reduce((total, term, index) => (index === 0 ? term : total + term / (x + index)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(sum);
}

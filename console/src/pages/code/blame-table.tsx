import type { BlamedLine } from '@linescope/client/answers';
import { useEffect, useRef } from 'preact/hooks';
import { navigate, withQuery } from '../../state/router.ts';
import { formatAge } from '../../ui/format.ts';
import type { Shade } from './blame-colors.ts';

interface BlameTableProps {
  lines: readonly BlamedLine[];
  shadeOf(line: BlamedLine): Shade;
  selected: number | null;
}

/** Lines that follow each other and come from one commit name it once. */
export function BlameTable({ lines, shadeOf, selected }: BlameTableProps) {
  const table = useRef<HTMLTableElement>(null);
  // A link to a line leads to it, wherever it stands in the file.
  useEffect(() => table.current?.querySelector('tr.selected')?.scrollIntoView({ block: 'center' }), []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
    <section class="table-wrap inside code" tabIndex={0} aria-label="Lines">
      <table ref={table}>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Colour</th>
            <th scope="col">Who</th>
            <th scope="col">Line</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const before = lines[index - 1];
            const isFirst = !before || before.entry?.sha !== line.entry?.sha || before.origin_em !== line.origin_em;
            const { color, label } = shadeOf(line);
            return (
              <tr key={line.line_number} class={line.line_number === selected ? 'selected' : ''}>
                <td class={`gutter s${color}`} title={label} />
                <td class="who soft small">{isFirst && whoWrote(line)}</td>
                <td class="number">
                  {line.entry ? (
                    <button
                      type="button"
                      aria-label={`History of line ${line.line_number}`}
                      aria-pressed={line.line_number === selected}
                      onClick={() =>
                        navigate(withQuery({ line: line.line_number === selected ? null : String(line.line_number) }))
                      }
                    >
                      {line.line_number}
                    </button>
                  ) : (
                    line.line_number
                  )}
                </td>
                <td class="text">
                  <code>{line.text ?? ''}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function whoWrote({ entry, origin_em: origin }: BlamedLine): string {
  if (entry) return `${entry.user_name}, ${formatAge(entry.authored_at)}`;
  return origin === 'origin_before_window' ? 'before the window' : 'not shown';
}

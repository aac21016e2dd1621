import type { OwnedFile, Ownership } from '@linescope/client/answers';
import { useRef, useState } from 'preact/hooks';
import { layOutTreemap } from '../../charts/treemap.ts';
import { useWidth } from '../../charts/use-width.ts';
import { navigate, usePlace } from '../../state/router.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Segmented } from '../../ui/parts.tsx';
import { codeLink, nameOf } from './code-link.ts';
import { colourFiles, MAP_COLOURING_LABELS, MAP_COLOURINGS, type MapColouring } from './map-colors.ts';

const HEIGHT = 320;
/** Boxes with less room have no name in them. */
const NAMED = { width: 64, height: 18 };
const CHARACTER = 6.6;

/** The files of a folder by their living lines: who wrote most of each, how many know it, how much it changes, how much is AI's. */
export function OwnershipMap(props: { repo: string; data: Ownership; without: ReadonlySet<string> }) {
  const { query } = usePlace();
  const [by, setBy] = useState<MapColouring>('author');
  const [hovered, setHovered] = useState<OwnedFile | null>(null);
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const { files, people, file_count: count } = props.data;
  const names = new Map(people.map((person) => [person.user_name, person.full_name || person.user_name]));
  const colours = colourFiles(people, by);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const boxes = layOutTreemap(
    files.map(({ path, line_count: size }) => ({ key: path, size })),
    width,
    HEIGHT,
  );
  const linkOf = (path: string) => codeLink(query, props.repo, { file: path });
  return (
    <div class="stack">
      <div class="row">
        <Segmented
          label="Colour the map by"
          value={by}
          options={MAP_COLOURINGS.map((value) => ({ value, label: MAP_COLOURING_LABELS[value] }))}
          onChange={(value) => setBy(value)}
        />
        <ul class="legend">
          {colours.legend.map(({ color, label }) => (
            <li key={label}>
              <span>
                <span class={`swatch s${color}`} />
                {label}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div ref={holder} class="treemap" style={{ height: `${HEIGHT}px` }}>
        <svg width={width} height={HEIGHT} role="img" aria-label="Files by their living lines; the table has the same.">
          {boxes.map((box) => {
            const file = byPath.get(box.key);
            if (!file) return null;
            const isNamed = box.width > NAMED.width && box.height > NAMED.height;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same links for keys
              <g
                key={box.key}
                class={`treemap-box s${colours.shadeOf(file).color} ${props.without.has(file.main_user_name) ? 'gone' : ''}`}
                onPointerEnter={() => setHovered(file)}
                onPointerLeave={() => setHovered(null)}
                onClick={() => navigate(linkOf(file.path))}
              >
                <rect x={box.x} y={box.y} width={Math.max(box.width - 1, 0)} height={Math.max(box.height - 1, 0)} />
                {isNamed && (
                  <text x={box.x + 5} y={box.y + 14}>
                    {cut(nameOf(file.path), Math.floor((box.width - 10) / CHARACTER))}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <p class="small soft clip" style={{ minHeight: '20px' }}>
        {hovered ? describe(hovered, names) : sayShown(files.length, count, props.without.size)}
      </p>
      <FileTable files={files} names={names} linkOf={linkOf} />
    </div>
  );
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

const describe = (file: OwnedFile, names: ReadonlyMap<string, string>): string =>
  `${file.path}: ${formatCount(file.line_count, 'line')}, ${formatNumber((100 * file.main_line_count) / file.line_count, 0)} % by ${names.get(file.main_user_name) ?? file.main_user_name}, written by ${formatCount(file.person_count, 'person', 'people')}; ${formatNumber(file.ended_line_count)} changed or deleted in 90 days`;

const sayShown = (shown: number, all: number, without: number): string =>
  `${shown < all ? `The ${shown} largest of ${formatCount(all, 'file')}` : formatCount(all, 'file')}, each as large as its living lines.${without > 0 ? ' Hatched: most of it was written by those who are chosen.' : ''}`;

function FileTable(props: {
  files: readonly OwnedFile[];
  names: ReadonlyMap<string, string>;
  linkOf(path: string): string;
}) {
  return (
    <details>
      <summary class="small">Files as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys */}
      <section class="table-wrap inside" tabIndex={0} aria-label="Files by living lines: table">
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" class="number">
                Lines
              </th>
              <th scope="col">Main author</th>
              <th scope="col" class="number">
                Their lines
              </th>
              <th scope="col" class="number">
                People
              </th>
              <th scope="col" class="number">
                Changed in 90 days
              </th>
              <th scope="col" class="number">
                By AI
              </th>
            </tr>
          </thead>
          <tbody>
            {props.files.map((file) => (
              <tr key={file.path}>
                <td>
                  <a href={props.linkOf(file.path)}>{file.path}</a>
                </td>
                <td class="number">{formatNumber(file.line_count)}</td>
                <td>{props.names.get(file.main_user_name) ?? file.main_user_name}</td>
                <td class="number">{formatNumber(file.main_line_count)}</td>
                <td class="number">{formatNumber(file.person_count)}</td>
                <td class="number">{formatNumber(file.ended_line_count)}</td>
                <td class="number">{formatNumber(file.ai_line_count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

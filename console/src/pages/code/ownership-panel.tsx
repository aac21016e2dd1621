import type { LineOwner, Ownership } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { OwnershipMap } from './ownership-map.tsx';

const MOST = 12;
/** Smaller ones would be specks. */
const MOST_FILES = 300;

/** Who wrote the lines that live in a folder, and what would be left without those who are chosen. */
export function OwnershipPanel({ repo, folder }: { repo: string; folder: string }) {
  // Lines of others are left out of the answer, so that its shares tell nothing of the folder as a whole.
  const seesAll = mayActAs(useSession(), 'admin');
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const named = [...without].sort();
  const answer = useAnswer(`ownership:${repo}:${folder}:${named.join()}`, () =>
    api.ownership({ resource_path: repo, path_prefix: folder, per_page: MOST_FILES, without_user_name: named }),
  );
  const [shown, setShown] = useState<Ownership | null>(null);
  const data = answer.data ?? shown;
  if (answer.data && answer.data !== shown) setShown(answer.data);
  const toggle = (name: string) => {
    const next = new Set(without);
    if (!next.delete(name)) next.add(name);
    setWithout(next);
  };
  return (
    <Panel
      title="Who wrote the lines that live"
      meaning={`${seesAll ? '' : 'Of the lines that you may see. '}Choose people to see what would be left without them. A move or a reformat does not change who wrote a line.`}
    >
      {answer.error && !data ? (
        <Failed error={answer.error} retry={answer.reload} />
      ) : !data ? (
        <SkeletonRows count={4} />
      ) : data.people.length === 0 ? (
        <Empty title="Nothing to show">No lines of this folder are known.</Empty>
      ) : (
        <>
          <OwnershipMap repo={repo} data={data} without={without} />
          <OwnerTable people={data.people.slice(0, MOST)} without={without} onToggle={toggle} />
          <p class="small soft" aria-live="polite">
            {summary(data, seesAll)}
          </p>
        </>
      )}
    </Panel>
  );
}

function OwnerTable(props: {
  people: readonly LineOwner[];
  without: ReadonlySet<string>;
  onToggle(userName: string): void;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
    <section class="table-wrap" tabIndex={0} aria-label="People by living lines">
      <table>
        <thead>
          <tr>
            <th scope="col">Without</th>
            <th scope="col">Person</th>
            <th scope="col" class="number">
              Lines
            </th>
            <th scope="col">Share</th>
            <th scope="col" class="number">
              Main files
            </th>
            <th scope="col">Present</th>
          </tr>
        </thead>
        <tbody>
          {props.people.map((person) => (
            <tr key={person.user_name}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Without ${person.full_name || person.user_name}`}
                  checked={props.without.has(person.user_name)}
                  onChange={() => props.onToggle(person.user_name)}
                />
              </td>
              <td class="strong">{person.full_name || person.user_name}</td>
              <td class="number">{formatNumber(person.line_count)}</td>
              <td>
                <meter
                  min={0}
                  max={100}
                  value={person.line_percent ?? 0}
                  aria-label={`${formatNumber(person.line_percent, 1)} percent of the lines`}
                />{' '}
                {formatNumber(person.line_percent, 1)} %
              </td>
              <td class="number">{formatNumber(person.main_file_count)}</td>
              <td>{person.is_present ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function summary(
  { without, people, line_count: lines, file_count: files, ...data }: Ownership,
  seesAll: boolean,
): string {
  const left =
    without.user_names.length === 0
      ? ''
      : `Without the chosen, ${formatNumber(without.left_line_percent, 1)} % of the lines and ${formatNumber(without.left_file_percent, 1)} % of the files are left. `;
  const factor =
    data.bus_factor_lines === null || !seesAll
      ? ''
      : ` Half of the lines would be gone with ${formatCount(data.bus_factor_lines, 'person', 'people')}.`;
  const more =
    people.length > MOST ? ` ${formatCount(people.length - MOST, 'further person', 'further people')} not shown.` : '';
  return `${left}${seesAll ? '' : 'Of the lines that you may see: '}${formatCount(lines, 'line')} in ${formatCount(files, 'file')}; nobody present wrote ${formatNumber(data.not_present_percent, 1)} %, AI ${formatNumber(data.ai_percent, 1)} %.${factor}${more}`;
}

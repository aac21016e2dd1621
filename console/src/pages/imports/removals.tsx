import type { RepoRemoval } from '@linescope/client/answers';
import { useEffect } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Panel, Time } from '../../ui/parts.tsx';

const POLL_MS = 2_000;
const SHOWN = 20;

/** Repos that were or are being removed; not there while there is none. */
export function Removals({ since }: { since: number }) {
  const answer = useAnswer(`repo-removals:${since}`, () => api.listRepoRemovals({ per_page: SHOWN }));
  const removals = answer.data?.removals ?? [];
  const isUnderWay = removals.some(({ removed_at }) => removed_at === null);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && answer.reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isUnderWay]);
  if (removals.length === 0) return null;
  return (
    <Panel
      title={`${formatCount(answer.data?.total_count ?? 0, 'repo')} removed`}
      meaning="What each service has erased; the audit trail says who asked for it."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys */}
      <section class="table-wrap" tabIndex={0} aria-label="Removed repos">
        <table>
          <thead>
            <tr>
              <th scope="col">Repo</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Rows erased
              </th>
              <th scope="col">Asked for</th>
              <th scope="col">Ended</th>
            </tr>
          </thead>
          <tbody>
            {removals.map((removal) => (
              <tr key={removal.id}>
                <td class="strong">{removal.repo_path}</td>
                <td>{removal.removed_at ? 'Erased' : sayProgress(removal)}</td>
                <td class="number">{formatNumber(Object.values(removal.removed_counts).reduce((a, b) => a + b, 0))}</td>
                <td>
                  <Time at={removal.requested_at} />
                </td>
                <td>
                  <Time at={removal.removed_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

const sayProgress = ({ erased_by: services }: RepoRemoval): string =>
  services.length === 0 ? 'Being erased' : `Being erased, done by ${services.join(', ')}`;

import type { BlamedLine } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { usePlace } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatNumber } from '../../ui/format.ts';
import { Empty, Failed, SkeletonRows, Time } from '../../ui/parts.tsx';
import { codeLink, shortSha } from './code-link.ts';
import { OPERATIONS } from './operations.ts';

interface LineVersionsProps {
  repo: string;
  entry: NonNullable<BlamedLine['entry']>;
  number: number;
}

const EARLIEST = '1970-01-01';

/** What a line was before: each version with who wrote it, how, and what it scored. */
export function LineVersions({ repo, entry, number }: LineVersionsProps) {
  const { query } = usePlace();
  const place = { file_path: entry.code_file_path, sha: entry.sha, line_number_after: entry.line_number };
  const history = useAnswer(`line:${repo}:${entry.sha}:${entry.code_file_path}:${entry.line_number}`, () =>
    api.lineHistory({ resource_path: repo, ...place, max_hops: 50, earliest_authored_at: EARLIEST }),
  );
  const versions = history.data?.line_history ?? [];
  return (
    <aside class="line-versions" aria-label={`History of line ${number}`}>
      <h3>Line {number}</h3>
      {history.error && !history.data ? (
        <Failed error={history.error} retry={history.reload} />
      ) : !history.data ? (
        <SkeletonRows count={4} />
      ) : versions.length === 0 ? (
        <Empty title="No versions">The line is older than what was imported.</Empty>
      ) : (
        <ol>
          {versions.map((version) => (
            <li key={`${version.sha} ${version.operation_em}`}>
              <span class="row">
                <span class={`badge operation ${version.operation_em}`}>{OPERATIONS[version.operation_em]}</span>
                <span class="soft small">
                  {version.author.full_name || version.author.user_name} · <Time at={version.authored_at} age />
                </span>
              </span>
              <code>{version.line_explanation ?? ''}</code>
              <span class="soft small">
                <a class="link" href={codeLink(query, repo, { commit: version.sha })}>
                  {version.commit_message.split('\n')[0] || shortSha(version.sha)}
                </a>
                {version.line_value !== 0 && ` · delta ${formatNumber(version.line_value, 2)}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </aside>
  );
}

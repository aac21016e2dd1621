import type { CommitLine } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { navigate, usePlace, withQuery } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { codeLink, shortSha } from './code-link.ts';
import { OPERATIONS } from './operations.ts';

const PART = 500;

/** A commit with the lines it changed, coloured by what it did to each. */
export function CommitPage({ repo, sha }: { repo: string; sha: string }) {
  const { query } = usePlace();
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const found = useAnswer(`commit:${repo}:${sha}:${page}`, () =>
    api.showCommit({ resource_path: repo, sha, page, per_page: PART }),
  );
  const { commit, files = [], lines = [] } = found.data ?? {};
  const [title = '', ...body] = (commit?.commit_message ?? shortSha(sha)).split('\n');
  const groups = Map.groupBy(lines, (line) => line.code_file_path);
  const goTo = (next: number) => navigate(withQuery({ page: next === 1 ? null : String(next) }));
  return (
    <>
      <PageHead title={title || shortSha(sha)}>
        <button type="button" class="button" onClick={() => history.back()}>
          Back
        </button>
        <a class="button" href={codeLink(query, repo, { sha })}>
          Files at this version
        </a>
      </PageHead>
      <Panel title={commit ? formatCount(found.data?.total_count ?? 0, 'changed line') : 'Changed lines'}>
        {found.error && !found.data ? (
          <Failed error={found.error} retry={found.reload} />
        ) : !commit ? (
          <SkeletonRows count={12} />
        ) : (
          <>
            <p class="soft">
              {commit.author.full_name || commit.author.user_name} · <Time at={commit.authored_at} /> ·{' '}
              <code>{shortSha(commit.sha)}</code>
              {commit.authored_by_llm && ' · written with an AI assistant'}
              {commit.diff_delta !== null && ` · Diff Delta ${formatNumber(commit.diff_delta, 1)}`}
            </p>
            {body.join('\n').trim() && <p class="message soft">{body.join('\n').trim()}</p>}
            <ul class="legend">
              {Object.entries(OPERATIONS).map(
                ([operation, name]) =>
                  lines.some((line) => line.operation_em === operation) && (
                    <li key={operation}>
                      <span class={`badge operation ${operation}`}>{name}</span>
                    </li>
                  ),
              )}
            </ul>
            {lines.length === 0 && (
              <Empty title="No lines of its own">
                {commit.is_merge
                  ? 'A merge that took every line from a parent.'
                  : `${formatCount(files.length, 'file')} without stored lines.`}
              </Empty>
            )}
            {[...groups].map(([path, some]) => (
              <FileLines
                key={path}
                repo={repo}
                sha={commit.sha}
                path={path}
                lines={some}
                isThere={some.some(isAfter)}
              />
            ))}
            <div class="row">
              {page > 1 && (
                <button type="button" class="button" onClick={() => goTo(page - 1)}>
                  Lines before
                </button>
              )}
              {page < (found.data?.page_count ?? 1) && (
                <button type="button" class="button" onClick={() => goTo(page + 1)}>
                  Lines after
                </button>
              )}
            </div>
          </>
        )}
      </Panel>
    </>
  );
}

const isAfter = ({ line_number_after: after }: CommitLine): boolean => after !== null;

function FileLines(props: { repo: string; sha: string; path: string; lines: CommitLine[]; isThere: boolean }) {
  const { query } = usePlace();
  const { repo, sha, path, lines } = props;
  return (
    <section class="commit-file">
      <h3>{props.isThere ? <a href={codeLink(query, repo, { file: path, sha })}>{path}</a> : path}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys */}
      <section class="table-wrap inside code" tabIndex={0} aria-label={`Changed lines of ${path}`}>
        <table>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Text</th>
              <th scope="col">Delta</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.line_number_before} ${line.line_number_after}`} class={line.operation_em}>
                <td>
                  <span class={`badge operation ${line.operation_em}`}>{OPERATIONS[line.operation_em]}</span>
                </td>
                <td class="number soft">{line.line_number_before ?? ''}</td>
                <td class="number soft">
                  {line.line_number_after === null ? (
                    ''
                  ) : (
                    <a
                      href={codeLink(query, repo, { file: path, sha, line: String(line.line_number_after) })}
                      aria-label={`Line ${line.line_number_after} of ${path}`}
                    >
                      {line.line_number_after}
                    </a>
                  )}
                </td>
                <td class="text">
                  <code>{line.text ?? ''}</code>
                </td>
                <td class="number">
                  {line.line_value === null || line.line_value === 0 ? '' : formatNumber(line.line_value, 2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

import { useMemo } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { navigate, usePlace, withQuery } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, Segmented, SkeletonRows } from '../../ui/parts.tsx';
import { COLOURING_LABELS, COLOURINGS, type Colouring, colourLines } from './blame-colors.ts';
import { BlameTable } from './blame-table.tsx';
import { codeLink, nameOf, shortSha } from './code-link.ts';
import { Crumbs } from './crumbs.tsx';
import { LineVersions } from './line-versions.tsx';
import { VersionSlider } from './version-slider.tsx';

const PART = 1000;

/** A file with who wrote each line; a line's history beside it. */
export function FilePage({ repo, sha, path }: { repo: string; sha: string | null; path: string }) {
  const { query } = usePlace();
  const selected = Number(query.get('line')) || null;
  const from = Math.max(1, Number(query.get('from')) || partOf(selected ?? 1));
  const by: Colouring = COLOURINGS.find((name) => name === query.get('by')) ?? 'age';
  const params = { resource_path: repo, sha, file_path: path, from_line: from, to_line: from + PART - 1 };
  const blame = useAnswer(`blame:${repo}:${sha}:${path}:${from}`, () => api.blame(params));
  const lines = blame.data?.lines ?? [];
  const colours = useMemo(() => colourLines(lines, by, Date.now()), [lines, by]);
  const line = lines.find((one) => one.line_number === selected);
  const goTo = (first: number) => navigate(withQuery({ from: first === 1 ? null : String(first), line: null }));
  return (
    <>
      <PageHead title={nameOf(path)} meaning={blame.data ? describe(blame.data.line_count, blame.data.sha) : ''}>
        {sha && (
          <a class="button" href={codeLink(query, repo, { file: path, by: query.get('by') })}>
            To the default branch
          </a>
        )}
      </PageHead>
      <Panel
        title="Who wrote it"
        tools={
          <Segmented
            label="Colour by"
            value={by}
            options={COLOURINGS.map((value) => ({ value, label: COLOURING_LABELS[value] }))}
            onChange={(value) => navigate(withQuery({ by: value === 'age' ? null : value }), { replace: true })}
          />
        }
      >
        <Crumbs repo={repo} sha={sha} path={path} />
        <VersionSlider repo={repo} path={path} shown={blame.data?.sha ?? null} />
        {blame.error && !blame.data ? (
          <Failed error={blame.error} retry={blame.reload} />
        ) : !blame.data ? (
          <SkeletonRows count={14} />
        ) : lines.length === 0 ? (
          <Empty title="An empty file">It has no lines in this version.</Empty>
        ) : (
          <>
            {!blame.data.text_shown && (
              <p class="notice">An admin has set that only others may read source text: the lines are without it.</p>
            )}
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
            <div class="code-beside">
              <BlameTable lines={lines} shadeOf={colours.shadeOf} selected={selected} />
              {line?.entry && <LineVersions key={selected} repo={repo} entry={line.entry} number={line.line_number} />}
            </div>
            <div class="row">
              {from > 1 && (
                <button type="button" class="button" onClick={() => goTo(Math.max(1, from - PART))}>
                  Lines before
                </button>
              )}
              {blame.data.to_line < blame.data.line_count && (
                <button type="button" class="button" onClick={() => goTo(blame.data ? blame.data.to_line + 1 : 1)}>
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

/** The first line of the part that a line is in. */
const partOf = (line: number): number => PART * Math.floor((line - 1) / PART) + 1;

const describe = (count: number, sha: string): string => `${formatCount(count, 'line')} at ${shortSha(sha)}.`;

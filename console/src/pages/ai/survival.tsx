import type { SurvivalGroup } from '@linescope/client/answers';
import { DAY_MS } from '@linescope/contract/days';
import { useRef, useState } from 'preact/hooks';
import { useWidth } from '../../charts/use-width.ts';
import { scopeParams, useScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, Panel, Skeleton } from '../../ui/parts.tsx';
import { compareInWords, coverageInWords, survivalAt } from './survival-words.ts';

const HEIGHT = 240;
const LEFT = 40;
const TOP = 8;
const BOTTOM = 22;
const AGES = [7, 14, 30, 60, 90, 180, 365];
const COLORS: Record<string, number> = { ai: 1, unmarked: 5, hand_written: 2 };

/** Does what AI wrote last? Curves of lines written in the range, with their bands. */
export function SurvivalPanel() {
  const scope = useScope();
  const [asTable, setAsTable] = useState(false);
  const days = Math.round((Date.parse(scope.range.end) - Date.parse(scope.range.start)) / DAY_MS);
  const longest = Math.max(14, Math.min(365, days));
  const params = { ...scopeParams(scope), group_by: 'ai', max_age_days: longest };
  const answer = useAnswer(`survival:${JSON.stringify(params)}`, () => api.survival(params));
  const groups = answer.data?.groups.filter(({ line_count: count }) => count > 0) ?? [];
  return (
    <Panel
      class="span-12"
      title="How long lines live"
      meaning="The share of lines written in this range that still stand at an age. A line ends when it is changed or deleted; a move or a reformat is no end."
      tools={
        <button type="button" class="plain" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          Table
        </button>
      }
    >
      {answer.error && !answer.data ? (
        <Failed error={answer.error} retry={answer.reload} />
      ) : !answer.data ? (
        <Skeleton height={HEIGHT + 88} />
      ) : groups.length === 0 ? (
        answer.data.is_current ? (
          <Empty title="Nothing was written in this range" />
        ) : (
          <Empty title="Line lives are not derived yet">That is done when an import has come to rest.</Empty>
        )
      ) : (
        <>
          {asTable ? <SurvivalTable groups={groups} longest={longest} /> : <Curves groups={groups} longest={longest} />}
          <ul class="legend">
            {groups.map(({ group, name, line_count: lines, commit_count: commits }) => (
              <li key={group}>
                <span>
                  <span class={`swatch s${COLORS[group] ?? 3}`} />
                  {name}: {formatCount(lines, 'line')} of {formatCount(commits, 'commit')}
                </span>
              </li>
            ))}
          </ul>
          <p>{compareInWords(answer.data)}</p>
          <p class="small soft">{coverageInWords(answer.data)}</p>
        </>
      )}
    </Panel>
  );
}

function Curves({ groups, longest }: { groups: SurvivalGroup[]; longest: number }) {
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const x = (age: number) => LEFT + ((width - LEFT - 8) * age) / longest;
  const floor = floorOf(groups, longest);
  const y = (share: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (1 - share)) / (1 - floor);
  const label = groups
    .map(
      (group) => `${group.name}: ${percent(survivalAt(group, Math.min(longest, group.restricted_to_days)))} at the end`,
    )
    .join('; ');
  return (
    <div ref={holder} class="chart" style={{ height: `${HEIGHT}px` }}>
      <svg width={width} height={HEIGHT} role="img" aria-label={`How long lines live. ${label}`}>
        {[0, 1, 2, 3, 4]
          .map((step) => floor + ((1 - floor) * step) / 4)
          .map((share) => (
            <g key={share}>
              <line class="gridline" x1={LEFT} x2={width} y1={y(share)} y2={y(share)} />
              <text x={LEFT - 6} y={y(share) + 4} text-anchor="end">
                {formatNumber(100 * share)} %
              </text>
            </g>
          ))}
        {ticksUpTo(longest).map((age) => (
          <text key={age} x={x(age)} y={HEIGHT - 6} text-anchor="middle">
            {age} d
          </text>
        ))}
        {groups.map((group) => (
          <g key={group.group} class={`s${COLORS[group.group] ?? 3}`}>
            <path class="area" d={bandOf(group, longest, x, y)} />
            <path class="line" d={stepsOf(group, longest, x, y)} />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Where the axis begins: at nothing, unless all curves stay in its upper part. */
function floorOf(groups: SurvivalGroup[], longest: number): number {
  const lows = groups.flatMap(({ points }) =>
    points.filter(({ age_days: age }) => age <= longest).map(({ survival, lower }) => lower ?? survival),
  );
  const lowest = Math.min(...lows, 1);
  return lowest >= 0.8 ? 0.8 : lowest >= 0.6 ? 0.6 : 0;
}

/** Weeks, months or quarters, whichever are few. */
function ticksUpTo(longest: number): number[] {
  const step = [7, 30, 90].find((days) => longest / days <= 8) ?? 90;
  return Array.from({ length: Math.floor(longest / step) }, (_, index) => (index + 1) * step);
}

type Scale = (value: number) => number;

function stepsOf({ points, restricted_to_days: seen }: SurvivalGroup, longest: number, x: Scale, y: Scale): string {
  let path = `M${x(0)} ${y(1)}`;
  for (const { age_days: age, survival } of points) path += `H${x(age).toFixed(1)}V${y(survival).toFixed(1)}`;
  return `${path}H${x(Math.min(seen, longest)).toFixed(1)}`;
}

/** There along the upper end, back along the lower one. */
function bandOf({ points, restricted_to_days: seen }: SurvivalGroup, longest: number, x: Scale, y: Scale): string {
  const known = points.filter(({ lower, upper }) => lower !== null && upper !== null);
  const end = x(Math.min(seen, longest)).toFixed(1);
  let path = `M${x(0)} ${y(1)}`;
  for (const { age_days: age, upper } of known)
    path += `H${x(age).toFixed(1)}V${y(Math.min(1, upper ?? 1)).toFixed(1)}`;
  path += `H${end}`;
  for (const [index, { lower }] of [...known.entries()].reverse()) {
    path += `V${y(lower ?? 0).toFixed(1)}H${x(known[index]?.age_days ?? 0).toFixed(1)}`;
  }
  return `${path}Z`;
}

const percent = (share: number | null): string => (share === null ? '–' : `${formatNumber(100 * share, 1)} %`);

function SurvivalTable({ groups, longest }: { groups: SurvivalGroup[]; longest: number }) {
  return (
    <div class="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">Age</th>
            {groups.map(({ group, name }) => (
              <th key={group} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {AGES.filter((age) => age <= longest).map((age) => (
            <tr key={age}>
              <td>{age} days</td>
              {groups.map((group) => (
                <td key={group.group} class="number">
                  {percent(survivalAt(group, age))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { AggregateBy, IntervalEm, Segment } from '@linescope/client/answers';
import { scopeIn } from '../../scope/scope.ts';
import { knownSegments, prefetchReport, useSegments } from '../../state/queries.ts';
import { navigate, usePlace, withQuery } from '../../state/router.ts';
import { Chooser } from '../../ui/chooser.tsx';
import { Empty, Failed, PageHead, Segmented, Skeleton } from '../../ui/parts.tsx';
import { ExplorePanel } from './explore-panel.tsx';
import { choiceIn, reportParams } from './explore-params.ts';

const SPLITS: Record<AggregateBy, string> = {
  none: 'nothing',
  team: 'team',
  committer: 'person',
  repo: 'repo',
  repo_path: 'repo path',
  ai_cohort: 'AI cohort',
  ai_provider: 'AI provider',
};

/** The reports of the charts that a link to this page leads to. */
export function prefetch(query: URLSearchParams, entitySlug: string): void {
  const choice = choiceIn(query);
  for (const segment of knownSegments())
    if (choice.segments.includes(segment.segment_em))
      prefetchReport(reportParams(scopeIn(query, entitySlug), segment, choice));
}

/** Every statistic, found by a word of its title or meaning; several side by side, all of it in the URL. */
export default function Explore() {
  const { query } = usePlace();
  const segments = useSegments();
  const choice = choiceIn(query);
  const { segments: chosen, by, isCompared } = choice;
  const known = chosen.flatMap((name) => segments.data?.find(({ segment_em }) => segment_em === name) ?? []);
  const splits = (Object.keys(SPLITS) as AggregateBy[]).filter((split) =>
    known.some(({ aggregation_options }) => aggregation_options.includes(split)),
  );
  const setChosen = (names: string[]) => navigate(withQuery({ segments: [...new Set(names)].join(',') || null }));

  if (segments.error && !segments.data)
    return (
      <>
        <PageHead title="Explore" />
        <Failed error={segments.error} retry={segments.reload} />
      </>
    );
  if (!segments.data) return <Skeleton height={480} />;
  return (
    <>
      <PageHead
        title="Explore"
        meaning={`${segments.data.length} statistics. A drag on a chart zooms, a click opens records.`}
      />
      <div class="row">
        <Chooser
          name={known.length === 0 ? '' : 'Add'}
          shown="statistic"
          choices={segments.data.filter(isListed).map(asChoice)}
          value={null}
          placeholder="A word of its title or meaning"
          onChoose={(name) => setChosen([...chosen, name])}
        />
        {known.map(({ segment_em: name, title }) => (
          <span key={name} class="chip">
            <b>{title}</b>
            <button
              type="button"
              class="plain"
              aria-label={`Remove ${title}`}
              onClick={() => setChosen(chosen.filter((one) => one !== name))}
            >
              ×
            </button>
          </span>
        ))}
        <span class="spacer" />
        <Chooser
          name="Split by"
          shown={isCompared ? 'nothing' : by ? (SPLITS[by] ?? by) : 'what fits'}
          choices={[
            { value: '', label: 'What fits' },
            ...splits.map((split) => ({ value: split, label: capital(SPLITS[split]) })),
          ]}
          value={by ?? ''}
          onChoose={(value) => navigate(withQuery({ by: value || null, compare: null }))}
        />
        <Segmented<IntervalEm | 'auto'>
          label="Interval"
          value={choice.interval}
          options={[
            { value: 'auto', label: 'Auto' },
            { value: 'daily', label: 'Days' },
            { value: 'weekly', label: 'Weeks' },
            { value: 'monthly', label: 'Months' },
          ]}
          onChange={(value) => navigate(withQuery({ interval: value === 'auto' ? null : value }))}
        />
        <button
          type="button"
          class="button"
          aria-pressed={isCompared}
          onClick={() => navigate(withQuery({ compare: isCompared ? null : '1', by: null }))}
        >
          {isCompared ? 'Stop comparing' : 'Compare with the range before'}
        </button>
      </div>
      {known.length === 0 ? (
        <Empty title="No statistic is chosen">Add one above: type what you want to know.</Empty>
      ) : (
        <div class="grid">
          {known.map((segment) => (
            <ExplorePanel
              key={segment.segment_em}
              segment={segment}
              class={known.length > 1 ? 'span-6' : ''}
              height={known.length > 1 ? 240 : 340}
              choice={choice}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** `none` is `diff_delta` under the name that reports have by default. */
const isListed = ({ segment_em: name }: Segment): boolean => name !== 'none';

const asChoice = ({ segment_em: value, title, description, unit }: Segment) => ({
  value,
  label: title,
  words: `${description} ${value}`,
  beside: unit,
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

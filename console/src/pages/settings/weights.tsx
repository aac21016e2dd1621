import type { DiffDeltaPreview, DiffDeltaWeights } from '@linescope/client/answers';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { forget, useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatDay, formatNumber, sayWord } from '../../ui/format.ts';
import { Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

const GROUPS: { name: 'operation' | 'category' | 'line' | 'age'; title: string }[] = [
  { name: 'operation', title: 'What was done to a line' },
  { name: 'category', title: 'Where it stands' },
  { name: 'line', title: 'What kind of line' },
  { name: 'age', title: 'How old the code was' },
];
const WORDS: Record<string, string> = { del: 'deleted', add: 'added', chg: 'changed', noop: 'nothing' };
const POLL_MS = 2_000;

/** The weights of Diff Delta, with what a change would do before it is done. */
export function Weights() {
  const current = useAnswer('weights', async () => {
    const { settings } = await api.showSettings();
    // Without weights of its own, an entity has those of the first formula, which an empty preview answers.
    return settings.diff_delta_weights ?? (await api.previewDiffDelta({})).preview.diff_delta_weights;
  });
  const [draft, setDraft] = useState<DiffDeltaWeights | null>(null);
  const [preview, setPreview] = useState<DiffDeltaPreview | null>(null);
  const [round, setRound] = useState(0);
  const weights = draft ?? current.data;
  const ask = useAction(async () => {
    if (weights) setPreview((await api.previewDiffDelta(weights)).preview);
  });
  const save = useAction(async () => {
    await api.changeSettings({ diff_delta_weights: weights });
    say('The weights are saved; stored commits are scored again.');
    setDraft(null);
    setPreview(null);
    forget('report');
    current.reload();
  });
  if (current.error && !current.data) return <Failed error={current.error} retry={current.reload} />;
  if (!weights) return <SkeletonRows count={10} />;
  const change = (next: DiffDeltaWeights) => {
    setDraft(next);
    setPreview(null);
  };
  const backToSaved = () => {
    setDraft(null);
    setPreview(null);
    setRound(round + 1);
  };
  return (
    <div class="grid">
      <Panel
        class="span-7"
        title="Weights of Diff Delta"
        meaning="A line scores operation × place × kind × age, less the further down its hunk it stands, divided by the divisor."
      >
        <Progress />
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void ask.run();
          }}
        >
          <div class="weight-groups" key={round}>
            {GROUPS.map(({ name, title }) => (
              <fieldset key={name}>
                <legend class="small soft">{title}</legend>
                {Object.entries(weights[name]).map(([key, value]) => (
                  <Weight
                    key={key}
                    label={WORDS[key] ?? sayWord(key)}
                    value={value}
                    onChange={(next) => change({ ...weights, [name]: { ...weights[name], [key]: next } })}
                  />
                ))}
              </fieldset>
            ))}
            <fieldset>
              <legend class="small soft">Scale</legend>
              <Weight
                label="proximity"
                value={weights.proximity}
                onChange={(next) => change({ ...weights, proximity: next })}
              />
              <Weight
                label="divisor"
                value={weights.divisor}
                onChange={(next) => change({ ...weights, divisor: next })}
              />
            </fieldset>
          </div>
          {(ask.error ?? save.error) && <Failed error={ask.error ?? save.error ?? new Error()} />}
          <div class="row">
            <button type="submit" class="button" disabled={ask.isBusy}>
              {ask.isBusy ? 'Scoring 90 days' : 'Preview'}
            </button>
            <button
              type="button"
              class="button primary"
              disabled={!draft || !preview || save.isBusy}
              // A field that was emptied since the preview holds no weight to be saved.
              onClick={(event) => event.currentTarget.form?.reportValidity() && void save.run()}
            >
              Save
            </button>
            {draft && (
              <button type="button" class="plain" onClick={backToSaved}>
                Back to what is saved
              </button>
            )}
            {draft && !preview && <span class="small soft">Preview the change before you save it.</span>}
          </div>
        </form>
      </Panel>
      <PreviewPanel preview={preview} />
    </div>
  );
}

/** Holds what is typed, digit by digit: `0.05` is 0 on its way. */
function Weight(props: { label: string; value: number; onChange(value: number): void }) {
  return (
    <label class="weight">
      <span class="small">{props.label}</span>
      <input
        class="input"
        type="number"
        min={0}
        step="any"
        required
        defaultValue={props.value}
        onInput={(event) => {
          const next = event.currentTarget.valueAsNumber;
          if (Number.isFinite(next)) props.onChange(next);
        }}
      />
    </label>
  );
}

function PreviewPanel({ preview }: { preview: DiffDeltaPreview | null }) {
  if (!preview)
    return (
      <Panel
        class="span-5"
        title="What a change does"
        meaning="Change a weight and preview it: the last 90 days, before and after."
      >
        <p class="small soft">
          Nothing is written by a preview. After saving, answers follow the old scores until the new ones are whole.
        </p>
      </Panel>
    );
  return (
    <Panel
      class="span-5"
      title="What the change does"
      meaning={`${formatCount(preview.commit_count, 'commit')}, ${formatDay(preview.start_date)} to ${formatDay(preview.end_date)}.`}
    >
      <p class="figure-line">
        {formatNumber(preview.before)} → {formatNumber(preview.after)}{' '}
        <span class="soft small">
          {preview.change_percent === null
            ? ''
            : `${preview.change_percent > 0 ? '+' : ''}${formatNumber(preview.change_percent, 1)} %`}
        </span>
      </p>
      <Changes title="Repos" rows={preview.repos.map(({ repo_path: name, ...rest }) => ({ name, ...rest }))} />
      <Changes title="People" rows={preview.committers.map(({ user_name: name, ...rest }) => ({ name, ...rest }))} />
    </Panel>
  );
}

function Changes({ title, rows }: { title: string; rows: { name: string; before: number; after: number }[] }) {
  if (rows.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" class="number">
            Before
          </th>
          <th scope="col" class="number">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, 8).map(({ name, before, after }) => (
          <tr key={name}>
            <td>{name}</td>
            <td class="number">{formatNumber(before)}</td>
            <td class="number">{formatNumber(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How far stored commits are scored again, while they are. */
function Progress() {
  const derivations = useAnswer('derivations', async () => (await api.listDerivations()).derivations);
  const underWay = (derivations.data ?? []).filter(({ state_em: state }) => state !== 'completed');
  useEffect(() => {
    if (underWay.length === 0) return;
    const timer = setInterval(derivations.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [underWay.length]);
  if (underWay.length === 0) return null;
  return (
    <div class="notice" role="status">
      Stored commits are being scored again, {formatNumber(underWay[0]?.percent_complete)} %; answers follow the old
      scores until that is done.
    </div>
  );
}

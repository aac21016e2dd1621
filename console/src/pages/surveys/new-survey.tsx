import type { QuestionKind } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useTeams } from '../../state/queries.ts';
import { navigate } from '../../state/router.ts';
import { mayActAs, mayChangeTeam, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { forget } from '../../state/use-answer.ts';
import { Failed, PageHead, Panel } from '../../ui/parts.tsx';

interface Draft {
  key: number;
  kind: QuestionKind;
  text: string;
  options: string;
}

const KINDS: Record<QuestionKind, string> = {
  rating_1_5: 'Rating, 1 to 5',
  nps_0_10: 'Recommendation, 0 to 10',
  single_choice: 'One of several',
  multiple_choice: 'Several of several',
  text: 'Free text',
};

export function NewSurvey() {
  const session = useSession();
  const { entity } = session;
  const isAdmin = mayActAs(session, 'admin');
  const teams = useTeams();
  const [questions, setQuestions] = useState<Draft[]>([{ key: 1, kind: 'rating_1_5', text: '', options: '' }]);
  const make = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const team = String(data.get('team') ?? '');
    const closes = String(data.get('closes_at') ?? '');
    const { survey } = await api.createSurvey({
      title: String(data.get('title') ?? ''),
      anonymous: data.get('anonymous') === 'on',
      ...(team ? { team_slug: team } : { resource_path: entity.slug }),
      // With the end of that day, by the clock of whoever asks.
      ...(closes ? { closes_at: new Date(`${closes}T23:59:59`).toISOString() } : {}),
      questions: questions.map(({ kind, text, options }) => ({
        kind_em: kind,
        text,
        ...(isChoice(kind)
          ? {
              options: options
                .split('\n')
                .map((one) => one.trim())
                .filter(Boolean),
            }
          : {}),
      })),
    });
    forget('surveys');
    navigate(withScope({}, `/surveys/${survey.id}`));
  });
  const asked = (teams.data ?? []).filter((team, _, all) => mayChangeTeam(session, team, all));
  const change = (key: number, fields: Partial<Draft>) =>
    setQuestions(questions.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  return (
    <>
      <PageHead title="New survey" meaning="Short ones are answered: two or three questions.">
        <a class="button" href={withScope({}, '/surveys')}>
          All surveys
        </a>
      </PageHead>
      <form
        class="stack survey"
        onSubmit={(event) => {
          event.preventDefault();
          void make.run(event.currentTarget);
        }}
      >
        <Panel title="Whom and when">
          <label class="field">
            <span>Title</span>
            <input class="input" name="title" required maxLength={200} />
          </label>
          <div class="row">
            <label class="field">
              <span>Whom it asks</span>
              <select class="input" name="team" required={!isAdmin}>
                {isAdmin && <option value="">Everyone of {entity.name}</option>}
                {asked.map((team) => (
                  <option key={team.slug} value={team.slug}>
                    Team {team.name}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>Closes on (may be left out)</span>
              <input class="input" type="date" name="closes_at" />
            </label>
          </div>
          {!isAdmin && teams.data && asked.length === 0 && (
            <p class="notice">You manage no team yet: an admin can make you the manager of one, or ask everyone.</p>
          )}
          {teams.error && !teams.data && <Failed error={teams.error} retry={teams.reload} />}
          <label class="row">
            <input type="checkbox" name="anonymous" checked /> Anonymous
          </label>
        </Panel>
        {questions.map((question, index) => (
          <Panel
            key={question.key}
            title={`Question ${index + 1}`}
            tools={
              questions.length > 1 && (
                <button
                  type="button"
                  class="plain"
                  onClick={() => setQuestions(questions.filter((one) => one.key !== question.key))}
                >
                  Remove
                </button>
              )
            }
          >
            <label class="field">
              <span>Kind</span>
              <select
                class="input"
                value={question.kind}
                onChange={(event) => change(question.key, { kind: kindOf(event.currentTarget.value) })}
              >
                {Object.entries(KINDS).map(([kind, words]) => (
                  <option key={kind} value={kind}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>Question</span>
              <input
                class="input"
                required
                value={question.text}
                onInput={(event) => change(question.key, { text: event.currentTarget.value })}
              />
            </label>
            {isChoice(question.kind) && (
              <label class="field">
                <span>Options, one a line</span>
                <textarea
                  class="input"
                  required
                  value={question.options}
                  onInput={(event) => change(question.key, { options: event.currentTarget.value })}
                />
              </label>
            )}
          </Panel>
        ))}
        {make.error && <Failed error={make.error} />}
        <div class="row">
          <button
            type="button"
            class="button"
            onClick={() =>
              setQuestions([
                ...questions,
                { key: Math.max(...questions.map(({ key }) => key)) + 1, kind: 'rating_1_5', text: '', options: '' },
              ])
            }
          >
            Add a question
          </button>
          <button type="submit" class="button primary" disabled={make.isBusy}>
            Open the survey
          </button>
        </div>
      </form>
    </>
  );
}

const isChoice = (kind: QuestionKind): boolean => kind === 'single_choice' || kind === 'multiple_choice';
const kindOf = (value: string): QuestionKind =>
  value === 'nps_0_10' || value === 'single_choice' || value === 'multiple_choice' || value === 'text'
    ? value
    : 'rating_1_5';

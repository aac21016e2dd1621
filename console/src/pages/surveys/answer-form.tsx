import type { Survey, SurveyQuestion } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Empty, Failed, Panel } from '../../ui/parts.tsx';

type Value = number | string | string[];

/** Large targets, one question below another: made for a thumb. */
export function AnswerForm({ survey }: { survey: Survey }) {
  const [values, setValues] = useState<ReadonlyMap<number, Value>>(new Map());
  const [isDone, setDone] = useState(false);
  const send = useAction(async () => {
    const answers = [...values].map(([question_id, value]) => ({ question_id, value }));
    await api.answerSurvey(survey.id, answers);
    setDone(true);
  });
  if (isDone) return <Empty title="Thank you. Your answers are counted.">Nobody can tell which are yours.</Empty>;
  /** What is emptied again, or chosen twice, is left out. */
  const set = (id: number, value: Value) => {
    const next = new Map(values);
    const isLeftOut = Array.isArray(value) ? value.length === 0 : value === '' || value === values.get(id);
    if (isLeftOut) next.delete(id);
    else next.set(id, value);
    setValues(next);
  };
  return (
    <form
      class="stack survey"
      onSubmit={(event) => {
        event.preventDefault();
        void send.run();
      }}
    >
      <p class="small soft">
        {survey.anonymous
          ? 'Anonymous: answers are stored without your name and without times. Leave out what you like.'
          : 'Not anonymous: managers see who answered, though not what. Leave out what you like.'}
      </p>
      {survey.questions.map((question) => (
        <Panel key={question.question_id} title={question.text}>
          <Question
            question={question}
            value={values.get(question.question_id)}
            onChange={(value) => set(question.question_id, value)}
          />
        </Panel>
      ))}
      {send.error && <Failed error={send.error} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={send.isBusy || values.size === 0}>
          Send my answers
        </button>
        <span class="small soft">Once; it cannot be changed afterwards.</span>
      </div>
    </form>
  );
}

function Question(props: { question: SurveyQuestion; value: Value | undefined; onChange(value: Value): void }) {
  const { question, value, onChange } = props;
  const numbers = { rating_1_5: [1, 5], nps_0_10: [0, 10] }[question.kind_em as string];
  if (numbers) {
    const [from = 0, to = 0] = numbers;
    return (
      <fieldset class="scale">
        <legend class="visually-hidden">{question.text}</legend>
        {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((number) => (
          <button key={number} type="button" aria-pressed={value === number} onClick={() => onChange(number)}>
            {number}
          </button>
        ))}
        <p class="small soft">
          {from} {from === 1 ? 'not at all' : 'never'}, {to} {from === 1 ? 'fully' : 'surely'}
        </p>
      </fieldset>
    );
  }
  if (question.kind_em === 'text')
    return (
      <textarea
        class="input"
        aria-label={question.text}
        value={typeof value === 'string' ? value : ''}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  const isMultiple = question.kind_em === 'multiple_choice';
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset class="stack choices">
      <legend class="visually-hidden">{question.text}</legend>
      {question.options.map((option) => (
        <label key={option} class="row">
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={`question-${question.question_id}`}
            checked={isMultiple ? chosen.includes(option) : value === option}
            onChange={(event) =>
              onChange(
                !isMultiple
                  ? option
                  : event.currentTarget.checked
                    ? [...chosen, option]
                    : chosen.filter((one) => one !== option),
              )
            }
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}

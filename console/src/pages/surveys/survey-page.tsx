import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { forget, useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber, sayWord } from '../../ui/format.ts';
import { Failed, PageFailed, PageHead, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { AnswerForm } from './answer-form.tsx';
import { SurveyResultsView } from './survey-results.tsx';

export function SurveyPage({ id }: { id: number }) {
  const session = useSession();
  const answer = useAnswer(`survey:${id}`, async () => (await api.showSurvey(id)).survey);
  const survey = answer.data;
  const close = useAction(async () => {
    await api.closeSurvey(id);
    forget('survey');
    say('The survey is closed; its results can be read.');
    answer.reload();
  });
  if (answer.error && !survey)
    return (
      <PageFailed
        title="Survey"
        error={answer.error}
        retry={answer.reload}
        list={{ path: '/surveys', name: 'All surveys' }}
      />
    );
  if (!survey) return <SkeletonRows count={8} />;
  const isOpen = survey.status_em === 'survey_open';
  const isManager = mayActAs(session, 'manager');
  return (
    <>
      <PageHead
        title={survey.title}
        meaning={`${sayWord(survey.status_em, 'survey_')} · ${formatNumber(survey.response_count)} of ${formatCount(survey.participant_count, 'person', 'people')} answered`}
      >
        {isOpen && isManager && (
          <button type="button" class="button" disabled={close.isBusy} onClick={() => close.run()}>
            Close and count
          </button>
        )}
        <a class="button" href={withScope({}, '/surveys')}>
          All surveys
        </a>
      </PageHead>
      {close.error && <Failed error={close.error} />}
      {isOpen ? (
        <AnswerForm survey={survey} />
      ) : isManager && survey.status_em === 'survey_closed' ? (
        <SurveyResultsView id={id} />
      ) : (
        <Panel title={`This survey is ${sayWord(survey.status_em, 'survey_')}`}>
          <p class="soft">Managers and admins read the results.</p>
        </Panel>
      )}
    </>
  );
}

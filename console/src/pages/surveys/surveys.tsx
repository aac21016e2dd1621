import type { Survey } from '@linescope/client/answers';
import { eachPage } from '@linescope/client/client';
import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { usePlace } from '../../state/router.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber, sayWord } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { RoleNeeded } from '../../ui/role-needed.tsx';
import { NewSurvey } from './new-survey.tsx';
import { SurveyPage } from './survey-page.tsx';

export default function Surveys() {
  const { path } = usePlace();
  const mayMake = mayActAs(useSession(), 'manager');
  const part = path.split('/')[2];
  if (part === 'new') return mayMake ? <NewSurvey /> : <RoleNeeded what="Making surveys" least="manager" />;
  if (part && /^\d+$/.test(part)) return <SurveyPage key={part} id={Number(part)} />;
  return <SurveyList />;
}

function SurveyList() {
  const session = useSession();
  const surveys = useAnswer('surveys', async () => {
    const all = [];
    for await (const page of eachPage(api.listSurveys, { per_page: 1000 })) all.push(...page.surveys);
    return all;
  });
  const rows = surveys.data ?? [];
  return (
    <>
      <PageHead title="Surveys" meaning="What people say, beside what their commits show.">
        {mayActAs(session, 'manager') && (
          <a class="button" href={withScope({}, '/surveys/new')}>
            New survey
          </a>
        )}
      </PageHead>
      <Panel
        title={surveys.data ? formatCount(rows.length, 'survey') : 'Surveys'}
        meaning="Answers are kept apart from who gave them; results show when a survey is closed, for teams of five answers or more."
      >
        {surveys.error && !surveys.data ? (
          <Failed error={surveys.error} retry={surveys.reload} />
        ) : surveys.loading ? (
          <SkeletonRows count={4} />
        ) : rows.length === 0 ? (
          <Empty title="No survey asks you">
            {mayActAs(session, 'manager')
              ? 'Make one: two or three questions are enough.'
              : 'Managers and admins make them.'}
          </Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          <section class="table-wrap" tabIndex={0} aria-label="Surveys">
            <table>
              <thead>
                <tr>
                  <th scope="col">Survey</th>
                  <th scope="col">State</th>
                  <th scope="col">Whom it asks</th>
                  <th scope="col" class="number">
                    Answered
                  </th>
                  <th scope="col">Opened</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((survey) => (
                  <tr key={survey.id}>
                    <td class="long">
                      <a class="strong" href={withScope({}, `/surveys/${survey.id}`)}>
                        {survey.title}
                      </a>
                    </td>
                    <td>
                      <span class={`badge ${survey.status_em === 'survey_open' ? 'good' : ''}`}>
                        {sayWord(survey.status_em, 'survey_')}
                      </span>
                    </td>
                    <td>{whomOf(survey)}</td>
                    <td class="number">
                      {formatNumber(survey.response_count)} of {formatNumber(survey.participant_count)}
                    </td>
                    <td>
                      <Time at={survey.opens_at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Panel>
    </>
  );
}

export const whomOf = (survey: Survey): string =>
  survey.team_slug ? `team ${survey.team_slug}` : (survey.resource_path ?? 'everyone');

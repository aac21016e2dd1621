import type { SurveyShown } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';

export function SurveyResultsView({ id }: { id: number }) {
  const results = useAnswer(`survey-results:${id}`, () => api.surveyResults(id));
  if (results.error && !results.data) return <Failed error={results.error} retry={results.reload} />;
  if (!results.data) return <SkeletonRows count={10} />;
  return (
    <div class="stack">
      <p class="small soft">
        A team shows at five answers or more; where the rest would be one to four, the next smallest team is withheld
        too, so that nobody can be found by subtraction.
      </p>
      {results.data.results.map((question) => (
        <Panel key={question.question_id} title={question.text} meaning={headlineOf(question.overall)}>
          <Shown shown={question.overall} />
          {question.teams.length > 0 && (
            <div class="table-wrap inside">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Team</th>
                    <th scope="col" class="number">
                      Answers
                    </th>
                    <th scope="col" class="number">
                      Mean
                    </th>
                    <th scope="col" class="number">
                      NPS
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {question.teams.map((team) => (
                    <tr key={team.team_id ?? 0}>
                      <td>{team.team_name ?? 'No team'}</td>
                      {team.withheld ? (
                        <td class="soft" colSpan={3}>
                          withheld: too few answers
                        </td>
                      ) : (
                        <>
                          <td class="number">{formatNumber(team.count)}</td>
                          <td class="number">{formatNumber(team.mean, 1)}</td>
                          <td class="number">{formatNumber(team.nps)}</td>
                        </>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Panel>
      ))}
    </div>
  );
}

function headlineOf(shown: SurveyShown): string {
  if (shown.withheld || shown.count === null) return 'Withheld: fewer than five answers.';
  const parts = [formatCount(shown.count, 'answer')];
  if (shown.mean !== null) parts.push(`mean ${formatNumber(shown.mean, 1)}`);
  if (shown.nps !== null) parts.push(`NPS ${formatNumber(shown.nps)}`);
  return parts.join(' · ');
}

function Shown({ shown }: { shown: SurveyShown }) {
  if (shown.withheld) return null;
  const counts = Object.entries(shown.distribution ?? {});
  const largest = Math.max(1, ...counts.map(([, count]) => count));
  return (
    <>
      {counts.length > 0 && (
        <ul class="stack-tight">
          {counts.map(([label, count]) => (
            <li key={label} class="share">
              <span class="small clip">{label}</span>
              <span class="progress">
                <div style={{ width: `${(100 * count) / largest}%` }} />
              </span>
              <span class="small soft">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {shown.texts?.map((text) => (
        <p key={text} class="message">
          {text}
        </p>
      ))}
    </>
  );
}

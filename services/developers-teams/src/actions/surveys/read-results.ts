import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { describeAnswers } from '../../domain/survey-results.ts';
import { groupsOf, publishedAnswers, publishedChoices } from '../../store/survey-answers.ts';
import type { Survey } from '../../store/surveys.ts';

const WITHHELD = { withheld: true, count: null, mean: null, nps: null, distribution: null, texts: null };

/** Question by question: all answers together, and team by team. What SQL does not publish never comes here. */
export async function readResults(db: Queryable, survey: Survey) {
  const groups = await groupsOf(db, survey.id);
  const answers = await publishedAnswers(db, survey.id);
  const choices = Map.groupBy(await publishedChoices(db, survey.id), (row) => `${row.questionNo}:${row.groupNo}`);
  return survey.questions.map((question, index) => {
    const questionNo = index + 1;
    const describe = (groupNo: number) => {
      const published = answers.find((row) => row.questionNo === questionNo && row.groupNo === groupNo);
      if (!published) return WITHHELD;
      const picked = new Map((choices.get(`${questionNo}:${groupNo}`) ?? []).map((row) => [row.choice, row.picked]));
      return { withheld: false, ...describeAnswers(question, published.answers, picked, published.texts) };
    };
    return {
      question_id: questionNo,
      kind_em: question.kindEm,
      text: question.text,
      overall: describe(0),
      teams: groups.map((group) => ({
        team_id: group.teamId,
        team_name: group.teamName,
        team_slug: group.teamSlug,
        ...describe(group.groupNo),
      })),
    };
  });
}

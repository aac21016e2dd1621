import { conflict, forbidden, invalidParameters, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../../context.ts';
import { readAnswers, statusOf } from '../../domain/survey.ts';
import { tallyAnswer } from '../../store/survey-answers.ts';
import { markAnswered } from '../../store/survey-people.ts';
import { findSurvey, lockSurvey } from '../../store/surveys.ts';
import { findVisibleSurvey } from './survey-access.ts';

const ALREADY = 'You have answered this survey already.';

/** Once for each developer. Who answered and what was answered leave no common trace. */
export async function answerSurvey(
  context: Context,
  principal: Principal,
  id: number,
  given: { question_id: number; value: unknown }[],
): Promise<void> {
  const { survey, part } = await findVisibleSurvey(context, principal, id);
  if (!part) throw forbidden('This survey does not ask you.');
  if (part.answered) throw conflict(ALREADY);
  const errors: ParameterError[] = [];
  const answers = readAnswers(survey.questions, given, errors);
  if (errors.length > 0) throw invalidParameters(errors);
  await context.postgres.transaction(async (tx) => {
    await lockSurvey(tx, survey.id);
    const current = (await findSurvey(tx, survey.entityId, survey.id)) ?? survey;
    if (statusOf(current, context.now()) !== 'survey_open') throw conflict('This survey is not open.');
    if (!(await markAnswered(tx, survey.id, part.committerId))) throw conflict(ALREADY);
    for (const answer of answers) await tallyAnswer(tx, survey, part.groupNo, answer);
  });
}

import { randomUUID } from 'node:crypto';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { conflict, forbidden, invalidParameters, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../../context.ts';
import { readAnswers, statusOf } from '../../domain/survey.ts';
import { ballotContext, writeBallot } from '../../domain/survey-ballot.ts';
import { deleteBallot, insertBallot } from '../../store/survey-ballots.ts';
import { markAnswered } from '../../store/survey-people.ts';
import { findSurvey, lockSurvey } from '../../store/surveys.ts';
import { findVisibleSurvey } from './survey-access.ts';

const ALREADY = 'You have answered this survey already.';

/**
 * Once for each developer. The answer is stored sealed and first, that they answered second and in another transaction: a crash in
 * between leaves a sealed answer that is not counted, and the developer may answer again.
 */
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
  const whileOpen = (act: (tx: Transaction) => Promise<unknown>) =>
    context.postgres.transaction(async (tx) => {
      await lockSurvey(tx, survey.id);
      const current = (await findSurvey(tx, survey.entityId, survey.id)) ?? survey;
      if (statusOf(current, context.now()) !== 'survey_open') throw conflict('This survey is not open.');
      await act(tx);
    });
  const ballot = randomUUID();
  const text = writeBallot({ committerId: part.committerId, groupNo: part.groupNo, answers });
  const sealed = context.ballotBox.seal(text, ballotContext(survey.id));
  await whileOpen((tx) => insertBallot(tx, survey.entityId, { surveyId: survey.id, ballot, sealed }));
  try {
    await whileOpen(async (tx) => {
      if (!(await markAnswered(tx, survey.id, part.committerId))) throw conflict(ALREADY);
    });
  } catch (error) {
    await deleteBallot(context.postgres, survey.id, ballot);
    throw error;
  }
}

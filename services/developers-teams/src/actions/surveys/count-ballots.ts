import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { SecretBox } from '@linescope/chassis/secrets/secret-box';
import type { Context } from '../../context.ts';
import { ballotContext, readBallot } from '../../domain/survey-ballot.ts';
import { tallyAnswer } from '../../store/survey-answers.ts';
import { lockBallots, resealBallot, takeBallots } from '../../store/survey-ballots.ts';
import { answeredCommitters } from '../../store/survey-people.ts';
import { lockSurveyForCount } from '../../store/surveys.ts';

/**
 * Counts the answers of a closed survey, all in one transaction. An answer counts once for each respondent who is marked as having
 * answered; what an interrupted request left behind is dropped.
 */
export async function countBallots(
  { ballotBox }: Pick<Context, 'ballotBox'>,
  tx: Transaction,
  survey: { id: number; entityId: number },
): Promise<void> {
  await lockSurveyForCount(tx, survey.id);
  const sealed = await takeBallots(tx, survey.id);
  if (sealed.length === 0) return;
  const answered = new Set(await answeredCommitters(tx, survey.id));
  const ballots = new Map(
    sealed
      .toSorted((one, other) => (one.ballot < other.ballot ? -1 : 1))
      .map((row) => readBallot(ballotBox.open(row.sealed, ballotContext(survey.id))))
      .filter(({ committerId }) => answered.has(committerId))
      .map((ballot) => [ballot.committerId, ballot]),
  );
  for (const { groupNo, answers } of ballots.values()) {
    for (const answer of answers) await tallyAnswer(tx, survey, groupNo, answer);
  }
}

/** At every start: what an older key sealed is sealed with the newest, so that the older can be dropped at the next. */
export const resealBallots = ({ postgres, ballotBox }: { postgres: Context['postgres']; ballotBox: SecretBox }) =>
  postgres.transaction(async (tx) => {
    for (const row of await lockBallots(tx)) {
      if (!ballotBox.isStale(row.sealed)) continue;
      const context = ballotContext(row.surveyId);
      await resealBallot(tx, { ...row, sealed: ballotBox.seal(ballotBox.open(row.sealed, context), context) });
    }
  });

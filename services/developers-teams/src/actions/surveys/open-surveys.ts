import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import type { Context } from '../../context.ts';
import { assignRespondents } from '../../domain/assign-respondents.ts';
import { findRespondents, saveGroup, teamsOfSurvey } from '../../store/survey-people.ts';
import { markOpened, type Survey, takeUnopened } from '../../store/surveys.ts';
import { subtreeOf, teamById } from '../../store/teams.ts';

/** Opens what is due: who is asked, and in which team each counts, is fixed by the memberships of the opening day. */
export async function openSurveys(context: Context, entityId: number): Promise<void> {
  await context.postgres.transaction(async (tx) => {
    for (const survey of await takeUnopened(tx, entityId, context.now())) {
      await saveRespondents(tx, survey);
      await markOpened(tx, survey.id);
    }
  });
}

async function saveRespondents(tx: Transaction, survey: Survey): Promise<void> {
  const team = survey.teamId === null ? null : await teamById(tx, survey.teamId);
  const teamIds = survey.teamId === null || team?.isDefault ? null : await subtreeOf(tx, survey.teamId);
  const teams = await teamsOfSurvey(tx, survey.entityId, teamIds);
  const persons = await findRespondents(tx, {
    entityId: survey.entityId,
    teamIds,
    repoIds: survey.repoIds,
    day: isoDate(survey.opensAt),
  });
  const placed = assignRespondents(teams, new Map(persons.map((person) => [person.committerId, person.teamIds])));
  const groups = Map.groupBy(placed.keys(), (committerId) => placed.get(committerId) ?? null);
  let groupNo = 0;
  for (const candidate of [...teams, null]) {
    const committerIds = groups.get(candidate?.id ?? null);
    if (!committerIds) continue;
    groupNo += 1;
    await saveGroup(tx, survey, { groupNo, team: candidate, committerIds });
  }
}

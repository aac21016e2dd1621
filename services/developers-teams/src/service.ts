import { fileURLToPath } from 'node:url';
import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { claimAtIdentity } from '@linescope/chassis/http/idempotency-claims';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { createIdPages } from '@linescope/chassis/lists/id-pages';
import { createMailer, deleteMailOf } from '@linescope/chassis/mail/mailer';
import { createSignedLinks } from '@linescope/chassis/mail/signed-links';
import { deleteRowsOf, offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import { removeRepo } from '@linescope/chassis/offboarding/remove-repo';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { createDerivedBox } from '@linescope/chassis/secrets/derived-box';
import { defineService } from '@linescope/chassis/service/run-service';
import { developersTeamsRpc, identityRpc } from '@linescope/proto/services';
import { removeRepoRows } from './actions/remove-repo-rows.ts';
import { resealBallots } from './actions/surveys/count-ballots.ts';
import { configSchema } from './config.ts';
import type { Context } from './context.ts';
import { onRepoRegistered } from './events/on-repo-registered.ts';
import { startInvitationMailWorker } from './jobs/mail-invitations.ts';
import { startRepublishingTeams } from './jobs/republish-teams.ts';
import { recordTimeOffRoute, removeTimeOffRoute } from './routes/change-time-off.ts';
import { createTeamRoute } from './routes/create-team.ts';
import { deleteTeamRoute } from './routes/delete-team.ts';
import { joinIdentitiesRoute, listIdentitiesRoute, splitIdentityRoute } from './routes/identities.ts';
import { listDevelopersRoute } from './routes/list-developers.ts';
import { listTeamReposRoute } from './routes/list-team-repos.ts';
import { listTeamsRoute } from './routes/list-teams.ts';
import { acceptInvitationRoute } from './routes/open/accept-invitation.ts';
import { showInvitationRoute } from './routes/open/show-invitation.ts';
import { setProcessingRoute } from './routes/set-processing.ts';
import { showTeamRoute } from './routes/show-team.ts';
import { answerSurveyRoute } from './routes/surveys/answer-survey.ts';
import { closeSurveyRoute } from './routes/surveys/close-survey.ts';
import { createSurveyRoute } from './routes/surveys/create-survey.ts';
import { listSurveysRoute } from './routes/surveys/list-surveys.ts';
import { showSurveyRoute } from './routes/surveys/show-survey.ts';
import { surveyResultsRoute } from './routes/surveys/survey-results.ts';
import { updateTeamRoute } from './routes/update-team.ts';
import { developersTeamsHandlers } from './rpc/handlers.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

/** Children first. */
const TABLES = [
  'survey_ballots',
  'survey_choices',
  'survey_tallies',
  'survey_participants',
  'survey_groups',
  'surveys',
  'invitations',
  'team_repos',
  'team_managers',
  'team_members',
  'awaited_members',
  'team_removals',
  'team_links',
  'teams',
  'time_off',
  'committer_repos',
  'committers',
];

const ROUTES = [
  listDevelopersRoute,
  setProcessingRoute,
  recordTimeOffRoute,
  removeTimeOffRoute,
  listIdentitiesRoute,
  joinIdentitiesRoute,
  splitIdentityRoute,
  createTeamRoute,
  showTeamRoute,
  updateTeamRoute,
  deleteTeamRoute,
  listTeamReposRoute,
  listTeamsRoute,
  createSurveyRoute,
  listSurveysRoute,
  showSurveyRoute,
  answerSurveyRoute,
  closeSurveyRoute,
  surveyResultsRoute,
];

export const developersTeamsService = defineService({
  name: 'developers-teams',
  config: configSchema,
  async start(runtime) {
    const { config } = runtime;
    const postgres = await openPostgres(runtime);
    await migratePostgres(postgres, MIGRATIONS);
    const broker = await openBroker(runtime);
    const outbox = await openOutbox(runtime, postgres, broker);
    const context: Context = {
      postgres,
      idPages: createIdPages(postgres),
      outbox,
      identity: openRpcClient(runtime, identityRpc, config.IDENTITY_GRPC),
      log: runtime.log,
      links: createSignedLinks(config.PRINCIPAL_KEYS, config.PUBLIC_BASE_URL, {
        path: 'invitations',
        keyName: 'invitations',
      }),
      ballotBox: createDerivedBox(config.PRINCIPAL_KEYS, 'survey ballots'),
      wakeMailWorker: () => mailWorker.wake(),
      now: () => new Date(),
    };
    await resealBallots(context);
    const mailWorker = startInvitationMailWorker(runtime, context, createMailer(config));
    startRepublishingTeams(runtime, context);
    await onRepoRegistered(runtime, broker, context);
    await offboardEntity(runtime, { ...context, broker }, async (tx, entityId) => {
      await deleteMailOf(config.DATA_DIR, entityId);
      return deleteRowsOf(...TABLES)(tx, entityId);
    });
    await removeRepo(runtime, { ...context, broker }, removeRepoRows(context));
    const { port: grpcPort } = await serveRpc(runtime, developersTeamsRpc, developersTeamsHandlers(context));
    const routes = ROUTES.map((route) => route(context));
    const { port: httpPort } = await serveRoutes(runtime, {
      routes,
      postgres,
      claimIdempotencyKey: claimAtIdentity(context.identity),
      openRoutes: [showInvitationRoute(context), acceptInvitationRoute(context)],
    });
    return { httpPort, grpcPort, context, broker };
  },
});

import type { Team } from '@linescope/client/answers';
import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useTeams } from '../../state/queries.ts';
import { navigate } from '../../state/router.ts';
import { mayActAs, mayChangeTeam, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ConfirmByName } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Empty, Failed, PageFailed, PageHead, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

/** One team: its people, managers and repos, and what may be changed about them. */
export function TeamPage({ slug }: { slug: string }) {
  const session = useSession();
  const teams = useTeams();
  const answer = useAnswer(`team:${slug}`, async () => (await api.showTeam({ name: slug })).team);
  const team = answer.data;
  const reload = () => {
    answer.reload();
    teams.reload();
  };
  const remove = useAction(async (one: Team) => {
    await api.deleteTeam({ name: one.slug });
    say(`The team ${one.name} is deleted.`);
    teams.reload();
    navigate(withScope({}, '/teams'));
  });
  if (answer.error && !team)
    return (
      <PageFailed
        title="Team"
        error={answer.error}
        retry={answer.reload}
        list={{ path: '/teams', name: 'All teams' }}
      />
    );
  if (!team) return <SkeletonRows count={8} />;
  return (
    <>
      <PageHead title={team.name} meaning={formatCount(team.people_count, 'person', 'people')}>
        <a class="button" href={withScope({ team: team.slug, person: null }, '/')}>
          Its figures
        </a>
        <a class="button" href={withScope({}, '/teams')}>
          All teams
        </a>
      </PageHead>
      <div class="grid">
        <MemberPanel team={team} mayChange={mayChangeTeam(session, team, teams.data ?? [])} onChanged={reload} />
        <div class="stack span-4">
          <Panel title="Managers">
            {team.managers.length === 0 ? (
              <Empty title="No manager" />
            ) : (
              <ul class="list">
                {team.managers.map((manager) => (
                  <li key={manager.user_id}>
                    <span class="grow">{manager.full_name ?? manager.user_name}</span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <Panel
            title="Repos"
            meaning={
              team.repo_paths.length === 0 ? 'All that its people work in.' : 'Only work in these counts for the team.'
            }
          >
            <ul class="list">
              {team.repo_paths.map((path) => (
                <li key={path}>
                  <span class="grow">{path}</span>
                </li>
              ))}
            </ul>
          </Panel>
          {mayActAs(session, 'admin') && (
            <Panel title="Delete the team" meaning="Its people stay; teams below it move up. This cannot be undone.">
              {remove.error && <Failed error={remove.error} />}
              <ConfirmByName
                name={team.name}
                action="Delete"
                isBusy={remove.isBusy}
                onConfirm={() => remove.run(team)}
              />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

function MemberPanel({ team, mayChange, onChanged }: { team: Team; mayChange: boolean; onChanged(): void }) {
  const change = useAction(async (params: { developer_members?: string[]; remove_members?: string[] }) => {
    await api.updateTeam({ name: team.slug, ...params });
    onChanged();
  });
  const remove = async (name: string) => {
    const isDone = await change.run({ remove_members: [name] });
    if (isDone) say(`${name} left ${team.name}.`, () => void change.run({ developer_members: [name] }));
  };
  return (
    <Panel
      class="span-8"
      title="People"
      meaning={`${formatCount(team.people_seated_count, 'person has', 'people have')} a seat. You see those whose figures you may see.`}
    >
      {mayChange && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const name = String(new FormData(form).get('member') ?? '').trim();
            void change.run({ developer_members: [name] }).then((isDone) => isDone && form.reset());
          }}
        >
          <input
            class="input"
            style={{ width: '260px' }}
            name="member"
            required
            aria-label="Add a developer"
            placeholder="User name or email"
            autocomplete="off"
          />
          <button type="submit" class="button" disabled={change.isBusy}>
            Add
          </button>
        </form>
      )}
      {change.error && <Failed error={change.error} />}
      {team.developers.length === 0 ? (
        <Empty title="Nobody whom you may see" />
      ) : (
        <ul class="list">
          {team.developers.map((developer) => (
            <li key={developer.id}>
              <a class="clip" href={withScope({ person: developer.committer_user_name, team: null }, '/')}>
                {developer.full_name || developer.committer_user_name}{' '}
                <span class="soft">{developer.committer_user_name}</span>
              </a>
              {mayChange && (
                <button
                  type="button"
                  class="plain"
                  disabled={change.isBusy}
                  aria-label={`Remove ${developer.committer_user_name}`}
                  onClick={() => remove(developer.committer_user_name)}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

import type { Team } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { useState } from 'preact/hooks';
import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useTeams } from '../../state/queries.ts';
import { navigate, usePlace } from '../../state/router.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { TeamPage } from './team-page.tsx';

export default function Teams() {
  const { path } = usePlace();
  const slug = path.split('/')[2];
  return slug ? <TeamPage key={slug} slug={decoded(slug)} /> : <TeamList />;
}

/** What is no text stays as it stands: there is no such team. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const sourceOf = ({ external_source_em: source }: Team): string =>
  source === null || source === 'source_api_instantiated' ? 'made here' : vendorName(source);

function TeamList() {
  const session = useSession();
  const teams = useTeams();
  const [isMaking, setMaking] = useState(false);
  const rows = inTree(teams.data ?? []);
  return (
    <>
      <PageHead title="Teams" meaning="Who works together; figures can be split by them.">
        {mayActAs(session, 'admin') && (
          <button type="button" class="button" onClick={() => setMaking(true)}>
            New team
          </button>
        )}
      </PageHead>
      <Panel
        title={teams.data ? formatCount(rows.length, 'team') : 'Teams'}
        meaning="Teams below another are indented; counts hold those below."
      >
        {teams.error && !teams.data ? (
          <Failed error={teams.error} retry={teams.reload} />
        ) : teams.loading ? (
          <SkeletonRows count={5} />
        ) : rows.length === 0 ? (
          <Empty title="There are no teams yet">
            Teams of the code host and the tracker come with an import; others are made here.
          </Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          <section class="table-wrap" tabIndex={0} aria-label="Teams">
            <table>
              <thead>
                <tr>
                  <th scope="col">Team</th>
                  <th scope="col" class="number">
                    People
                  </th>
                  <th scope="col" class="number">
                    With a seat
                  </th>
                  <th scope="col">Managers</th>
                  <th scope="col" class="wide-only">
                    Repos
                  </th>
                  <th scope="col" class="wide-only">
                    From
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ team, depth }) => (
                  <tr key={team.id}>
                    <td class="long">
                      <a
                        class="strong"
                        style={{ paddingLeft: `${depth * 18}px` }}
                        href={withScope({}, `/teams/${team.slug}`)}
                      >
                        {team.name}
                      </a>
                    </td>
                    <td class="number">{formatNumber(team.people_count)}</td>
                    <td class="number">{formatNumber(team.people_seated_count)}</td>
                    <td>
                      {team.managers.map((one) => one.full_name ?? one.user_name).join(', ') || (
                        <span class="soft">–</span>
                      )}
                    </td>
                    <td class="wide-only">
                      {team.repo_paths.length === 0 ? (
                        <span class="soft">where its people work</span>
                      ) : (
                        formatCount(team.repo_paths.length, 'repo')
                      )}
                    </td>
                    <td class="soft wide-only">{sourceOf(team)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Panel>
      {isMaking && <NewTeam onClose={() => setMaking(false)} onMade={teams.reload} />}
    </>
  );
}

function NewTeam({ onClose, onMade }: { onClose(): void; onMade(): void }) {
  const make = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const { team } = await api.createTeam({
      name: String(data.get('name') ?? ''),
      developer_members: wordsOf(data.get('developer_members')),
      manager_members: wordsOf(data.get('manager_members')),
      repo_paths: wordsOf(data.get('repo_paths')),
    });
    say(`The team ${team.name} is made.`);
    onMade();
    onClose();
    navigate(withScope({}, `/teams/${team.slug}`));
  });
  return (
    <Dialog title="New team" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void make.run(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Name</span>
          <input class="input" name="name" required maxLength={200} />
        </label>
        <label class="field">
          <span>Developers, by user name or email, with commas between</span>
          <input class="input" name="developer_members" autocomplete="off" />
        </label>
        <label class="field">
          <span>Managers, by user name or email</span>
          <input class="input" name="manager_members" autocomplete="off" />
        </label>
        <label class="field">
          <span>Repos, as organization/repo; none: all that its people work in</span>
          <input class="input" name="repo_paths" autocomplete="off" />
        </label>
        {make.error && <Failed error={make.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={make.isBusy}>
            Make the team
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export const wordsOf = (value: FormDataEntryValue | null): string[] =>
  String(value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Each team after its parent, one deeper. */
export function inTree(teams: Team[]): { team: Team; depth: number }[] {
  const slugs = new Set(teams.map(({ slug }) => slug));
  const below = Map.groupBy(teams, ({ parent_slug: parent }) => (parent && slugs.has(parent) ? parent : ''));
  const walk = (parent: string, depth: number): { team: Team; depth: number }[] =>
    depth > 20 ? [] : (below.get(parent) ?? []).flatMap((team) => [{ team, depth }, ...walk(team.slug, depth + 1)]);
  return walk('', 0);
}

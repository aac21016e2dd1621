import { useEffect, useMemo, useRef } from 'preact/hooks';
import { PAGES } from './pages/page-table.ts';
import { linkTo, withScope } from './scope/scope.ts';
import { useDevelopers, useResources, useSegments, useTeams } from './state/queries.ts';
import { navigate, usePlace } from './state/router.ts';
import { mayActAs, useSession } from './state/session.ts';
import { type Choice, OptionList } from './ui/chooser.tsx';

/** Everything that can be gone to, found by typing: pages, statistics, repos, teams, people. */
export function Palette({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const session = useSession();
  const { query, path } = usePlace();
  const segments = useSegments();
  const resources = useResources(session.entity.slug);
  const teams = useTeams();
  const developers = useDevelopers();
  useEffect(() => dialog.current?.showModal(), []);
  const choices = useMemo((): Choice[] => {
    const scoped = PAGES.find((entry) => entry.path === path)?.scoped ? path : '/';
    return [
      ...PAGES.filter((entry) => entry.block > 0 && mayActAs(session, entry.role)).map((entry) => ({
        value: linkTo(entry.path, query),
        label: entry.title,
        beside: 'page',
      })),
      ...(segments.data ?? []).map(({ segment_em, title, description }) => ({
        value: linkTo('/explore', query, { segments: segment_em }),
        label: title,
        words: `${description} ${segment_em}`,
        beside: 'statistic',
      })),
      ...(resources.data ?? []).map((repo) => ({
        value: withScope({ scope: `${session.entity.slug}/${repo.path}` }, scoped),
        label: repo.path,
        beside: 'repo',
      })),
      ...(teams.data ?? []).map((team) => ({
        value: withScope({ team: team.slug, person: null }, scoped),
        label: team.name,
        beside: 'team',
      })),
      ...(developers.data ?? []).map((developer) => ({
        value: withScope({ person: developer.committer_user_name, team: null }, scoped),
        label: developer.committer_user_name,
        words: developer.provider_email ?? '',
        beside: 'person',
      })),
    ];
  }, [segments.data, resources.data, teams.data, developers.data, query, path]);
  return (
    <dialog ref={dialog} class="palette" aria-label="Go to" onClose={onClose}>
      <div class="chooser">
        <OptionList
          label="Go to"
          choices={choices}
          value={null}
          placeholder="Page, statistic, repo, team or person"
          onClose={onClose}
          onChoose={(value) => {
            onClose();
            navigate(value);
          }}
        />
      </div>
    </dialog>
  );
}

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useDevelopers, useResources, useTeams } from '../state/queries.ts';
import { navigate } from '../state/router.ts';
import { useSession } from '../state/session.ts';
import { Chooser } from '../ui/chooser.tsx';
import { formatCount, formatTime } from '../ui/format.ts';
import { parseRange, RANGES } from './range.ts';
import { useScope, withScope } from './scope.ts';

const ALL = '';
const CUSTOM = 'custom';

/** Where and when the reader is, and the way elsewhere. */
export function ScopeBar({ onPalette }: { onPalette(): void }) {
  const { entity } = useSession();
  const scope = useScope();
  const resources = useResources(entity.slug);
  const teams = useTeams();
  const developers = useDevelopers();
  const [isCustom, setCustom] = useState(false);

  const places = useMemo(() => {
    const repos = resources.data ?? [];
    const organizations = [...new Set(repos.map(({ path }) => path.split('/')[0] ?? ''))].toSorted();
    return [
      { value: entity.slug, label: entity.slug, beside: 'everything' },
      ...organizations.flatMap((organization) => [
        { value: `${entity.slug}/${organization}`, label: organization, beside: 'organization' },
        ...repos
          .filter(({ path }) => path.startsWith(`${organization}/`))
          .map(({ path }) => ({ value: `${entity.slug}/${path}`, label: path, beside: 'repo' })),
      ]),
    ];
  }, [resources.data, entity.slug]);
  const teamName = teams.data?.find(({ slug }) => slug === scope.team)?.name ?? scope.team;
  const now = new Date();

  const { misread } = scope.range;
  return (
    <>
      <div class="bar">
        <Chooser
          name=""
          class="where"
          shown={scope.resourcePath.replaceAll('/', ' / ')}
          choices={places}
          value={scope.resourcePath}
          placeholder="Organization or repo"
          onChoose={(value) => navigate(withScope({ scope: value === entity.slug ? null : value }))}
        />
        <Chooser
          name="Team"
          shown={teamName ?? 'all'}
          choices={[
            { value: ALL, label: 'All teams' },
            ...(teams.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={scope.team ?? ALL}
          onChoose={(value) => navigate(withScope({ team: value || null }))}
        />
        <Chooser
          name="Person"
          shown={scope.person ?? 'all'}
          choices={[
            { value: ALL, label: 'Everyone' },
            ...(developers.data ?? []).map((developer) => ({
              value: developer.committer_user_name,
              label: developer.committer_user_name,
              words: developer.provider_email ?? '',
            })),
          ]}
          value={scope.person ?? ALL}
          onChoose={(value) => navigate(withScope({ person: value || null }))}
        />
        <Chooser
          name={/^\d+[dwm]$/.test(scope.range.text) ? 'Last' : ''}
          shown={scope.range.label}
          choices={[
            ...RANGES.map((text) => ({ value: text, label: `Last ${parseRange(text, now).label}` })),
            { value: CUSTOM, label: 'Choose dates' },
          ]}
          value={scope.range.text}
          placeholder="Range"
          onChoose={(value) => (value === CUSTOM ? setCustom(true) : navigate(withScope({ range: value })))}
        />
        {isCustom && <CustomRange start={scope.range.start} end={scope.range.end} onDone={() => setCustom(false)} />}
        <button type="button" class="chip" onClick={onPalette} title="Go to any page, statistic, repo, team or person">
          <span>{/Mac|iPhone/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</span>
        </button>
        <span class="spacer" />
        <span class="as-of">
          {resources.data &&
            developers.data &&
            `as of ${formatTime(now, 'UTC')} · ${formatCount(resources.data.length, 'repo')} · ${formatCount(developers.data.length, 'person', 'people')}`}
        </span>
      </div>
      {misread !== undefined && (
        <p class="notice" role="status">
          The range “{misread.slice(0, 60)}” in the address was not understood: these are the last {scope.range.label}.
        </p>
      )}
    </>
  );
}

function CustomRange(props: { start: string; end: string; onDone(): void }) {
  const [start, setStart] = useState(props.start);
  const [end, setEnd] = useState(props.end);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <form
      class="row"
      onKeyDown={(event) => event.key === 'Escape' && props.onDone()}
      onSubmit={(event) => {
        event.preventDefault();
        props.onDone();
        navigate(withScope({ range: `${start}..${end}` }));
      }}
    >
      <input
        class="chip"
        type="date"
        aria-label="First day"
        ref={first}
        required
        value={start}
        max={end}
        onInput={(event) => setStart(event.currentTarget.value)}
      />
      <input
        class="chip"
        type="date"
        aria-label="Last day"
        required
        value={end}
        min={start}
        onInput={(event) => setEnd(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Show
      </button>
    </form>
  );
}

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { findPage, loadedPage, PAGES, type PageEntry, preloadPage } from './pages/page-table.ts';
import { Palette } from './palette.tsx';
import { linkTo } from './scope/scope.ts';
import { ScopeBar } from './scope/scope-bar.tsx';
import { callAuth } from './state/api.ts';
import { usePlace, watchLikelyLinks } from './state/router.ts';
import { mayActAs, type Session, sentenceOf, useSession } from './state/session.ts';
import { useAction } from './state/use-action.ts';
import { PageBoundary } from './ui/page-boundary.tsx';
import { Empty, Failed, Skeleton } from './ui/parts.tsx';
import { RoleNeeded } from './ui/role-needed.tsx';
import { nextTheme, useTheme } from './ui/theme.ts';
import { say, Toasts } from './ui/toasts.tsx';

const SETTLED_MS = 1_500;

export function Shell({ onSignedOut }: { onSignedOut(): void }) {
  const { path } = usePlace();
  const session = useSession();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const entry = findPage(path);
  useEffect(() => {
    document.title = entry && entry.path !== '/' ? `${entry.title} · Linescope` : 'Linescope';
  }, [entry]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPaletteOpen(true);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(
    () =>
      watchLikelyLinks(async (link) => {
        const page = await preloadPage(link.pathname);
        page?.prefetch?.(new URLSearchParams(link.search), session.entity.slug);
      }),
    [session.entity.slug],
  );
  useEffect(() => {
    // Every figure leads there: once this page is there, it is loaded too.
    const timer = setTimeout(() => void preloadPage('/explore'), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="shell">
      <a class="skip" href="#main" data-native>
        Skip to the page
      </a>
      <Rail session={session} current={entry} onSignedOut={onSignedOut} />
      <main id="main" tabIndex={-1}>
        {entry?.scoped && <ScopeBar onPalette={() => setPaletteOpen(true)} />}
        <PageBoundary>
          <PageBody entry={entry} session={session} />
        </PageBoundary>
      </main>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
      <Toasts />
    </div>
  );
}

function PageBody({ entry, session }: { entry: PageEntry | undefined; session: Session }) {
  const [, redraw] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    setFailure(null);
    if (!entry) return;
    // Also where it is loaded by now: it may have come between the drawing and this.
    preloadPage(entry.path)?.then(
      () => redraw((count) => count + 1),
      () => setFailure(new Error('This page could not be loaded. The console may have been updated meanwhile.')),
    );
  }, [entry]);
  if (!entry)
    return (
      <Empty heading title="There is no such page.">
        <a class="link" href="/">
          To the overview
        </a>
      </Empty>
    );
  if (!mayActAs(session, entry.role)) return <RoleNeeded what={entry.title} least={entry.role} />;
  if (failure) return <Failed error={failure} retry={() => location.reload()} />;
  const Body: ComponentType | undefined = loadedPage(entry);
  return Body ? <Body /> : <Skeleton height={400} />;
}

function Rail(props: { session: Session; current: PageEntry | undefined; onSignedOut(): void }) {
  const { query, path } = usePlace();
  const { session } = props;
  const [isOpen, setOpen] = useState(false);
  const [theme, setTheme] = useTheme();
  useEffect(() => setOpen(false), [path]);
  const signOut = useAction(async () => {
    const response = await callAuth('POST', 'sign_out');
    // Without a session there is nothing left to end.
    if (!response.ok && response.status !== 401) throw new Error(await sentenceOf(response));
    props.onSignedOut();
  });
  useEffect(() => {
    if (signOut.error) say(`You are still signed in. ${signOut.error.message}`);
  }, [signOut.error]);
  return (
    <header class={`rail ${isOpen ? 'open' : ''}`}>
      <div class="rail-head">
        <a class="brand" href={linkTo('/', query)}>
          Linescope
        </a>
        <button type="button" class="button menu-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {props.current?.title ?? 'Menu'}
        </button>
      </div>
      <nav aria-label="Pages">
        {([1, 2, 3] as const).map((block) => (
          <ul key={block}>
            {PAGES.filter((entry) => entry.block === block && mayActAs(session, entry.role)).map((entry) => (
              <li key={entry.path}>
                <a
                  href={linkTo(entry.path, query)}
                  aria-current={props.current?.path === entry.path ? 'page' : undefined}
                >
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div class="who">
        <strong title={session.user.email}>{session.user.name || session.user.email}</strong>
        <span>
          {session.user.role_em.replace('_', ' ')} of {session.entity.name}
        </span>
        <span class="actions">
          <button type="button" class="plain" onClick={() => setTheme(nextTheme(theme))}>
            {theme === 'system' ? 'System theme' : theme === 'dark' ? 'Dark' : 'Light'}
          </button>
          <button type="button" class="plain" disabled={signOut.isBusy} onClick={() => signOut.run()}>
            Sign out
          </button>
        </span>
      </div>
    </header>
  );
}

import { useEffect, useState } from 'preact/hooks';

export interface Place {
  path: string;
  query: URLSearchParams;
}

const listeners = new Set<() => void>();
let place = readPlace();

function readPlace(): Place {
  return { path: location.pathname.replace(/(.)\/$/, '$1'), query: new URLSearchParams(location.search) };
}

function onMove(): void {
  place = readPlace();
  for (const listener of listeners) listener();
}

export function navigate(to: string, { replace = false } = {}): void {
  const target = new URL(to, location.href);
  const isSame = target.pathname + target.search === location.pathname + location.search;
  if (isSame) return;
  const changesPage = target.pathname !== location.pathname;
  const from = location.pathname + location.search;
  history[replace ? 'replaceState' : 'pushState'](
    replace ? history.state : { from },
    '',
    target.pathname + target.search,
  );
  onMove();
  if (changesPage) {
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}

/** Closes what was opened over a place: back where it was opened from there, so that going back does not open it again. */
export function leaveFor(to: string): void {
  if (history.state?.from === to) history.back();
  else navigate(to, { replace: true });
}

export const currentPlace = (): Place => place;

export function usePlace(): Place {
  const [now, setNow] = useState(place);
  useEffect(() => {
    const update = () => setNow(place);
    update();
    listeners.add(update);
    return () => void listeners.delete(update);
  }, []);
  return now;
}

/** Plain links move within the console; a modified click, another origin or `data-native` stays the browser's. */
export function startRouter(preload: (path: string) => void): void {
  addEventListener('popstate', onMove);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = ownLink(event);
    if (!link) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
  document.addEventListener('pointerover', (event) => {
    const link = ownLink(event);
    if (link) preload(link.pathname);
  });
}

/** A pointer that rests on a link so long may be about to press it; one that passes over many is not. */
const REST_MS = 60;

/** Tells of links that the reader seems to be about to follow, until the function it returns is called. */
export function watchLikelyLinks(onLikely: (link: HTMLAnchorElement) => void): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const onOver = (event: Event) => {
    clearTimeout(resting);
    const link = ownLink(event);
    if (link) resting = setTimeout(() => onLikely(link), REST_MS);
  };
  const onDown = (event: PointerEvent) => {
    const link = event.button === 0 ? ownLink(event) : null;
    if (link) onLikely(link);
  };
  document.addEventListener('pointerover', onOver);
  document.addEventListener('pointerdown', onDown);
  return () => {
    clearTimeout(resting);
    document.removeEventListener('pointerover', onOver);
    document.removeEventListener('pointerdown', onDown);
  };
}

function ownLink(event: Event): HTMLAnchorElement | null {
  const target = event.target instanceof Element ? event.target.closest('a') : null;
  if (!target || target.origin !== location.origin || target.target || target.hasAttribute('download')) return null;
  return 'native' in target.dataset ? null : target;
}

/** This place with some parameters of its query changed; null removes one. */
export function withQuery(changes: Record<string, string | null>, path = place.path): string {
  const query = new URLSearchParams(place.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = readable(query);
  return text ? `${path}?${text}` : path;
}

/** Slashes and commas are allowed in a query, and paths read better with them. */
export const readable = (query: URLSearchParams): string =>
  query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');

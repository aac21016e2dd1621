import type { RoleEm, Team } from '@linescope/client/answers';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { callAuth } from './api.ts';

export type SignInMethod = 'token' | 'link' | 'oidc';

export interface Session {
  user: { id: number; name: string; email: string; role_em: RoleEm };
  entity: { slug: string; name: string; time_zone: string };
  sign_in_methods: SignInMethod[];
}

export type SessionState =
  | { kind: 'loading' }
  | { kind: 'signed-in'; session: Session }
  | { kind: 'signed-out'; methods: SignInMethod[] }
  | { kind: 'unreachable'; detail: string };

/** Who reads: what one was answered is not for another. Null where nobody is signed in. */
export const readerIn = (state: SessionState): string | null =>
  state.kind === 'signed-in' ? JSON.stringify([state.session.entity, state.session.user]) : null;

export async function readSession(): Promise<SessionState> {
  try {
    const response = await callAuth('GET', 'session');
    if (response.ok) return { kind: 'signed-in', session: await json<Session>(response) };
    if (response.status === 401) {
      const { sign_in_methods: methods } = await json<{ sign_in_methods?: SignInMethod[] }>(response);
      return { kind: 'signed-out', methods: methods ?? ['token'] };
    }
    return { kind: 'unreachable', detail: await sentenceOf(response) };
  } catch {
    return { kind: 'unreachable', detail: 'The server cannot be reached.' };
  }
}

/** The failure's own sentence. */
export async function sentenceOf(response: Response): Promise<string> {
  try {
    const body = await json<{ response_detail?: string }>(response);
    return body.response_detail ?? `The server answered with status ${response.status}.`;
  } catch {
    return `The server answered with status ${response.status}.`;
  }
}

/** The shapes of sign-in are the gateway's, which serves this page. */
export const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session.');
  return session;
}

const RANKS: RoleEm[] = ['member', 'manager', 'admin', 'super_admin'];
export const mayActAs = (session: Session, role: RoleEm): boolean =>
  RANKS.indexOf(session.user.role_em) >= RANKS.indexOf(role);

type TeamInTree = Pick<Team, 'slug' | 'parent_slug' | 'managers'>;

/** Admins change every team, managers theirs and those below them. */
export function mayChangeTeam(session: Session, team: TeamInTree, teams: readonly TeamInTree[]): boolean {
  if (!mayActAs(session, 'manager')) return false;
  if (mayActAs(session, 'admin')) return true;
  const passed = new Set<string>();
  let one: TeamInTree | undefined = team;
  while (one && !passed.has(one.slug)) {
    if (one.managers.some(({ user_id: id }) => id === session.user.id)) return true;
    passed.add(one.slug);
    const above: string | null = one.parent_slug;
    one = teams.find(({ slug }) => slug === above);
  }
  return false;
}

/**
 * Over HTTP every request is a session of its own. A connection of the engine costs up to 2.4 ms to open and close, so one is
 * kept and led from one request's settings to the next: only what differs is SET, and what is no longer wanted goes back
 * to its default. Parameters cannot be unset; a statement that names one left over gets a new connection instead.
 */
import { quoteIdentifier, quoteText } from '../sql/quote.ts';
import type { EngineBindings } from './bindings.ts';

export type SessionWishes = {
  database: string;
  settings: Record<string, string>;
  params: Record<string, string>;
  statement: string;
};

type Session<C> = { connection: C; database: string; settings: Record<string, string>; params: Set<string> };

export function openSessions<C>(engine: EngineBindings<C>, baseSettings: Record<string, string>) {
  let shared = newSession();

  function newSession(): Session<C> {
    return { connection: engine.connect(), database: 'default', settings: {}, params: new Set() };
  }

  async function lead(session: Session<C>, wishes: SessionWishes): Promise<void> {
    if (session.database !== wishes.database) {
      await engine.query(session.connection, `USE ${quoteIdentifier(wishes.database)}`, 'Null');
      session.database = wishes.database;
    }
    const wanted: Record<string, string> = { ...baseSettings, ...wishes.settings };
    const changes = [
      ...Object.keys(session.settings)
        .filter((name) => !(name in wanted))
        .map((name) => `${name} = DEFAULT`),
      ...Object.entries(wanted)
        .filter(([name, value]) => session.settings[name] !== value)
        .map(assignment),
      ...Object.entries(wishes.params).map(([name, value]) => assignment([`param_${name}`, value])),
    ];
    if (changes.length > 0) await engine.query(session.connection, `SET ${changes.join(', ')}`, 'Null');
    session.settings = wanted;
    for (const name of Object.keys(wishes.params)) session.params.add(name);
  }

  function renew(): void {
    engine.close(shared.connection);
    shared = newSession();
  }

  return {
    /** Runs `use` on a connection that holds just what the request asked for. */
    async withSession<T>(wishes: SessionWishes, own: boolean, use: (connection: C) => Promise<T>): Promise<T> {
      if (own) {
        const session = newSession();
        try {
          await lead(session, wishes);
          return await use(session.connection);
        } finally {
          engine.close(session.connection);
        }
      }
      if (namesLeftOver(shared, wishes)) renew();
      try {
        await lead(shared, wishes);
        return await use(shared.connection);
      } catch (error) {
        // It may hold what a failed statement had given so far, which the next one would get before its own rows.
        renew();
        throw error;
      }
    },
    close: () => engine.close(shared.connection),
  };
}

export type Sessions<C> = ReturnType<typeof openSessions<C>>;

function namesLeftOver({ params: known }: { params: Set<string> }, { statement, params }: SessionWishes): boolean {
  for (const [, name = ''] of statement.matchAll(/\{\s*(\w+)\s*:/g)) {
    if (known.has(name) && !(name in params)) return true;
  }
  return false;
}

function assignment([name, value]: [string, string]): string {
  return `${name} = ${quoteText(value)}`;
}

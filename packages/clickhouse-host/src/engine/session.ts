/**
 * Over HTTP every request is a session of its own. A connection of the engine costs 2.4 ms to open and close, so one is
 * kept and led from one request's settings to the next: only what differs is SET, and what is no longer wanted goes back
 * to its default. Parameters cannot be unset; a statement that names one left over gets a new connection instead.
 */
import { quoteIdentifier, quoteText } from '../sql/quote.ts';
import type { EngineBindings } from './bindings.ts';
import { restoreDefaultDatabase } from './default-database.ts';
import type { Pointer } from './emscripten.ts';

export type SessionWishes = {
  database: string;
  settings: Record<string, string>;
  params: Record<string, string>;
  statement: string;
};

export function openSessions(engine: EngineBindings, path: string, baseSettings: Record<string, string>) {
  // The engine shuts down with its last connection, so one that nobody uses stays open.
  const lasting = engine.connect(path);
  restoreDefaultDatabase(engine, lasting);
  let shared = newSession();

  function newSession() {
    return { connection: engine.connect(path), database: 'default', settings: {}, params: new Set<string>() };
  }

  function lead(session: Session, wishes: SessionWishes): void {
    if (session.database !== wishes.database) {
      engine.query(session.connection, `USE ${quoteIdentifier(wishes.database)}`, 'Null');
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
    if (changes.length > 0) engine.query(session.connection, `SET ${changes.join(', ')}`, 'Null');
    session.settings = wanted;
    for (const name of Object.keys(wishes.params)) session.params.add(name);
  }

  function renew(): void {
    engine.close(shared.connection);
    shared = newSession();
  }

  return {
    emptyCaches(): void {
      for (const cache of CACHES) engine.query(lasting, `SYSTEM DROP ${cache} CACHE`, 'Null');
    },
    /** Runs `use` on a connection that holds just what the request asked for. */
    withSession<T>(wishes: SessionWishes, own: boolean, use: (connection: Pointer) => T): T {
      if (own) {
        const session = newSession();
        try {
          lead(session, wishes);
          return use(session.connection);
        } finally {
          engine.close(session.connection);
        }
      }
      if (namesLeftOver(shared, wishes)) renew();
      try {
        lead(shared, wishes);
      } catch (error) {
        renew();
        throw error;
      }
      return use(shared.connection);
    },
  };
}

const CACHES = [
  'MARK',
  'PRIMARY INDEX',
  'UNCOMPRESSED',
  'INDEX MARK',
  'INDEX UNCOMPRESSED',
  'QUERY CONDITION',
  'PARQUET METADATA',
];

type Session = { connection: Pointer; database: string; settings: Record<string, string>; params: Set<string> };

function namesLeftOver(session: Session, { statement, params }: SessionWishes): boolean {
  for (const [, name = ''] of statement.matchAll(/\{\s*(\w+)\s*:/g)) {
    if (session.params.has(name) && !(name in params)) return true;
  }
  return false;
}

function assignment([name, value]: [string, string]): string {
  return `${name} = ${quoteText(value)}`;
}

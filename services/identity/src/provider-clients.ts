import { openDirectory } from '@linescope/providers/code-hosts/open-code-host';
import { createRuntime } from '@linescope/providers/pacing/runtime';
import { createTransport, type Egress } from '@linescope/providers/pacing/transport';
import { openTrackerA } from '@linescope/providers/trackers/jira/tracker';
import type { OpenDirectory } from './actions/verify-code-host.ts';
import type { OpenTracker } from './actions/verify-tracker.ts';
import { spaceCalls } from './space-calls.ts';

/** Someone waits for the answer, so a host gets little time and few tries, and calls are not spaced. */
const PATIENCE = { maxAttempts: 2, maxWaitMs: 2_000, urgent: true };

/** What a token sees is a list of names: a host that gives more than this is not read to its end. */
const LIMITS = { calls: 2_000, bytes: 256 * 1024 ** 2, waitingMs: 10 * 60_000, pages: 1_000 };
/** Where somebody waits for it, it is organizations, of which a token sees a few; a hundred pages are thousands. */
const AWAITED = { ...LIMITS, pages: 100 };
const SPACING = { freely: 10, everyMs: 40 };

/** Clients of code hosts and trackers. Sockets are shared, and budgets with everything else that uses the connection. */
export function openProviderClients(egress: Egress): {
  openDirectory: OpenDirectory;
  openTracker: OpenTracker;
  close(): Promise<void>;
} {
  const transport = createTransport({ ...egress, timeoutMs: 8_000, maxBytes: 32 * 1024 * 1024 });
  return {
    openDirectory: (connection, quotas, signal) =>
      openDirectory(
        connection,
        createRuntime({
          ...PATIENCE,
          limits: signal ? AWAITED : LIMITS,
          transport: spaceCalls(transport, SPACING),
          quotas,
          ...(signal ? { signal } : {}),
        }),
      ),
    openTracker: (connection, signal) =>
      openTrackerA(connection, createRuntime({ ...PATIENCE, limits: AWAITED, transport, signal })),
    close: async () => transport[Symbol.asyncDispose](),
  };
}

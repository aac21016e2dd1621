import { Fault, notFound, unauthenticated } from '@linescope/contract/fault';
import { isProviderError } from '@linescope/providers/errors';
import type { Fact } from '@linescope/providers/facts';
import type { FactPage } from '@linescope/providers/payload';
import { type CodeHostName, codeHostNames } from '@linescope/providers/provider-names';
import { deliveryOf, readHook } from '@linescope/providers/webhooks/read-hook';
import { verifyHook } from '@linescope/providers/webhooks/verify';
import type { Context } from '../context.ts';
import { publishJob } from '../events/on-import-job.ts';
import type { Storekeeper } from '../provider-sync/record-flusher.ts';
import { type Import, importsOfHostPath, queueAgain } from '../store/imports.ts';
import { keepPayload } from '../store/provider-payloads.ts';
import { believe, headIsKnown, type RepoKey } from '../store/provider-state.ts';

export interface ReceivedMessage {
  host: string;
  connection: string;
  headers: Headers;
  rawBody: Buffer;
}

/**
 * A message of a host: the same facts as a reading gives, by the same rules, so a replay or an old message changes nothing.
 * Nothing is said to a stranger but that it is one.
 */
export async function receiveHook(context: Context, storekeeper: Storekeeper, message: ReceivedMessage): Promise<void> {
  const host = codeHostNames.find((name) => name === message.host);
  const connection = host && (await findConnection(context, host, message.connection));
  if (!host || !connection) throw notFound('There is no such path.');
  const { headers, rawBody } = message;
  if (!verifyHook(host, { headers, rawBody, secret: connection.webhookSecret })) {
    context.log.warn({ host, connectionId: connection.id }, 'webhook rejected: bad signature');
    throw unauthenticated('The message is not signed as this connection signs.');
  }
  const received = { headers, body: parse(rawBody), organization: connection.devopsOrganizationName || null };
  const page = read(host, received);
  if (!page) return;
  const imports = await importsOfHostPath(context.postgres, connection.entityId, host, pathIn(page));
  for (const found of imports) await takePage(context, storekeeper, host, found, page);
  context.log.debug({ host, delivery: deliveryOf(host, received), repos: imports.length }, 'webhook accepted');
}

async function findConnection(context: Context, host: CodeHostName, id: string) {
  if (!/^[1-9]\d{0,15}$/.test(id)) return undefined;
  const { connections } = await context.identity.lendConnections({ connectionId: Number(id), gitProviderEm: host });
  return connections[0];
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Fault('response_invalid_parameters', 'The body is not valid JSON.');
  }
}

function read(host: CodeHostName, received: Parameters<typeof readHook>[1]): FactPage | null {
  try {
    return readHook(host, received);
  } catch (error) {
    if (!isProviderError(error, 'answer_malformed')) throw error;
    throw new Fault('response_invalid_parameters', 'The message does not have the shape of its kind.', {
      cause: error,
    });
  }
}

/** Issues carry their repo only in their key. */
function pathIn({ payload, facts }: FactPage): string {
  if (payload.scope !== '') return payload.scope;
  const issue = facts.find((fact) => fact.fact === 'issue');
  return issue ? issue.key.slice(0, Math.max(issue.key.lastIndexOf('#'), 0)) : '';
}

async function takePage(
  context: Context,
  storekeeper: Storekeeper,
  host: CodeHostName,
  found: Import,
  page: FactPage,
): Promise<void> {
  if (found.repo_id === null) return;
  const key = { entityId: found.entity_id, repoId: found.repo_id };
  const changed = await context.postgres.transaction(async (tx) => {
    const count = await believe(tx, key, page.facts);
    if (count > 0 && context.config.PAYLOAD_DAYS > 0) await keepPayload(tx, key, page.payload);
    return count;
  });
  if (changed > 0) storekeeper.wake({ ...key, repoPath: found.repo_path, gitProviderEm: host });
  if (!(await asksForReading(context, key, page.facts, changed > 0))) return;
  const queued = await queueAgain(context.postgres, found.id);
  if (queued?.import_status === 'pending') await publishJob(context, queued);
}

/** A push, a change that was not told in full, or a pull request whose commits nobody has told yet. */
async function asksForReading(
  context: Context,
  key: RepoKey,
  facts: readonly Fact[],
  changed: boolean,
): Promise<boolean> {
  for (const fact of facts) {
    if (fact.fact === 'push' || fact.fact === 'pull_request_changed' || fact.fact === 'release') return true;
    if (!changed || fact.fact !== 'pull_request' || fact.headSha === null) continue;
    if (!(await headIsKnown(context.postgres, key, fact.number, fact.headSha))) return true;
  }
  return false;
}

import { Fault, unauthenticated } from '@linescope/contract/fault';
import { isProviderError } from '@linescope/providers/errors';
import type { Fact } from '@linescope/providers/facts';
import type { FactPage } from '@linescope/providers/payload';
import { type CodeHostName, codeHostNames } from '@linescope/providers/provider-names';
import { deliveryOf, readHook } from '@linescope/providers/webhooks/read-hook';
import { verifyHook } from '@linescope/providers/webhooks/verify';
import type { Context } from '../context.ts';
import type { RecordFlusher } from '../provider-sync/record-flusher.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { type Import, importsOfHostPath, requestRun } from '../store/imports.ts';
import { savePayload } from '../store/provider-payloads.ts';
import { headIsKnown, type RepoKey, upsertIfNewer } from '../store/provider-state.ts';

export interface ReceivedMessage {
  host: string;
  connection: string;
  headers: Headers;
  rawBody: Buffer;
}

/**
 * A webhook of a host gives the same facts as reading the host, by the same rules, so a replayed or old one changes nothing.
 * An unsigned caller learns nothing but that it was refused.
 */
export async function receiveHook(context: Context, flusher: RecordFlusher, message: ReceivedMessage): Promise<void> {
  const host = codeHostNames.find((name) => name === message.host);
  const connection = host && (await findConnection(context, host, message.connection));
  if (!host || !connection) throw notSigned();
  const { headers, rawBody } = message;
  if (!verifyHook(host, { headers, rawBody, secret: connection.webhookSecret })) {
    context.log.warn({ host, connectionId: connection.id }, 'webhook rejected: bad signature');
    throw notSigned();
  }
  const received = { headers, body: parse(rawBody), organization: connection.devopsOrganizationName || null };
  const page = read(host, received);
  if (!page) return;
  const imports = await importsOfHostPath(context.postgres, connection.entityId, host, pathIn(page));
  for (const found of imports) await savePage(context, flusher, host, found, page);
  context.log.debug({ host, delivery: deliveryOf(host, received), repos: imports.length }, 'webhook accepted');
}

/** The same whether the connection exists or not. */
const notSigned = () => unauthenticated('The message is not signed as this connection signs.');

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

async function savePage(
  context: Context,
  flusher: RecordFlusher,
  host: CodeHostName,
  found: Import,
  page: FactPage,
): Promise<void> {
  if (found.repo_id === null) return;
  const key = { entityId: found.entity_id, repoId: found.repo_id };
  const changed = await context.postgres.transaction(async (tx) => {
    const count = await upsertIfNewer(tx, key, page.facts);
    if (count > 0 && context.config.PAYLOAD_DAYS > 0) await savePayload(tx, key, page.payload);
    return count;
  });
  if (changed > 0) flusher.flush({ ...key, repoPath: found.repo_path, gitProviderEm: host });
  if (!(await needsReading(context, key, page.facts, changed > 0))) return;
  const queued = await requestRun(context.postgres, found.id);
  if (queued?.import_status === 'pending') wakeWorkers(context);
}

/** A push, a change that the webhook does not carry in full, or a pull request whose commits are not stored yet. */
async function needsReading(
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

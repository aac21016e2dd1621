import { createHash, hkdfSync } from 'node:crypto';
import { conflict, invalidParameter } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { z } from 'zod';
import type { Postgres } from '../postgres/postgres.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { Answer } from './route.ts';

const HEADER = 'Idempotency-Key';
/** A request that crashed half-way frees its key after this long; writes are idempotent themselves, so a repeat is safe. */
const CLAIM_SECONDS = 60;
/** In place of an answer: the request failed and did nothing, so the same one may be sent again. */
const FAILED = '';

const keyRow = z.object({ request_hash: z.string(), status: z.number().nullable(), body: z.string().nullable() });
const claimedRow = z.object({ key: z.string() });

export interface IdempotencyClaim {
  entityId: number;
  tokenId: number;
  key: string;
  requestHash: string;
}

/** Asks identity, which knows the keys of all services; false where the key was used with another request. */
export type ClaimIdempotencyKey = (claim: IdempotencyClaim) => Promise<boolean>;

export interface IdempotentRequest {
  key: string;
  principal: Principal;
  action: string;
  url: string;
  bytes: Buffer;
  unlinked: boolean;
}

export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header)) {
    throw invalidParameter(HEADER, `${HEADER} must be 1 to 128 visible ASCII characters.`);
  }
  return header;
}

/** The same key and body within 24 hours replays the first answer; the same key with another body is a conflict. */
export async function answerOnce(
  postgres: Postgres,
  claimKey: ClaimIdempotencyKey,
  request: IdempotentRequest,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const { id, text, claimedAt } = traceOf(request);
  const hash = createHash('sha256').update(text).digest('hex');
  const box = answerBox(text, id.join(':'));
  const [entityId, tokenId, key] = id;
  if (!(await claimKey({ entityId, tokenId, key, requestHash: hash }))) throw usedElsewhere();
  const claimed = await postgres.maybe(
    claimedRow,
    `INSERT INTO idempotency_keys AS k (entity_id, token_id, key, request_hash, claimed_at) VALUES ($1, $2, $3, $4, ${claimedAt})
     ON CONFLICT (entity_id, token_id, key) DO UPDATE
       SET request_hash = excluded.request_hash, claimed_at = excluded.claimed_at, status = NULL, body = NULL
       WHERE k.claimed_at < now() - interval '24 hours'
          OR (k.status IS NULL AND k.request_hash = excluded.request_hash
              AND (k.body = $6 OR k.claimed_at < now() - make_interval(secs => $5)))
     RETURNING key`,
    [...id, hash, CLAIM_SECONDS, FAILED],
  );
  if (!claimed) return replay(postgres, id, hash, box);
  const settle = (status: number | null, body: string) =>
    postgres.run(
      'UPDATE idempotency_keys SET status = $4, body = $5 WHERE entity_id = $1 AND token_id = $2 AND key = $3',
      [...id, status, body],
    );
  const answer = await handle().catch(async (error: unknown) => {
    await settle(null, FAILED);
    throw error;
  });
  // What is done stays claimed, also where its answer cannot be stored: the repeat must not do it again at once.
  await settle(answer.status, box.seal(JSON.stringify(answer.body)));
  return answer;
}

/**
 * What is kept of a request. Where it must not stand beside who sent it, the row names no token, its time is only a day, and
 * all is salted with the key, so that it says nothing to whoever does not hold that.
 */
function traceOf({ key, principal, action, url, bytes, unlinked }: IdempotentRequest) {
  const { entityId, tokenId } = principal;
  const text = Buffer.concat([Buffer.from(`${action}\0${url}\0`), bytes]);
  if (!unlinked) return { id: identified(entityId, tokenId, key), text, claimedAt: 'now()' };
  const salt = Buffer.from(`${key}\0${tokenId}\0`);
  return {
    id: identified(entityId, 0, createHash('sha256').update(salt).digest('hex')),
    text: Buffer.concat([salt, text]),
    claimedAt: "date_trunc('day', now()) + interval '1 day'",
  };
}

const usedElsewhere = () => conflict(`This ${HEADER} was used with another request.`, HEADER);

interface AnswerBox {
  seal(answer: string): string;
  open(sealed: string): string;
}

/** Answers may hold a token that is shown once: they are kept under a key that only the same request can make again. */
function answerBox(request: Buffer, context: string): AnswerBox {
  const key = Buffer.from(hkdfSync('sha256', request, context, 'answer', 32)).toString('base64url');
  const box = createSecretBox([{ kid: 'request', key }]);
  return { seal: (answer) => box.seal(answer, context), open: (sealed) => box.open(sealed, context) };
}

const identified = (entityId: number, tokenId: number, key: string): [number, number, string] => [
  entityId,
  tokenId,
  key,
];

async function replay(postgres: Postgres, id: unknown[], hash: string, box: AnswerBox): Promise<Answer> {
  const first = await postgres.maybe(
    keyRow,
    'SELECT request_hash, status, body FROM idempotency_keys WHERE entity_id = $1 AND token_id = $2 AND key = $3',
    id,
  );
  if (first && first.request_hash !== hash) throw usedElsewhere();
  if (!first || first.status === null || first.body === null) {
    throw conflict(`A request with this ${HEADER} is still under way. Try again.`, HEADER);
  }
  const status = first.status === 201 || first.status === 202 ? first.status : 200;
  return { status, body: JSON.parse(box.open(first.body)), headers: { 'idempotent-replay': 'true' } };
}

export const deleteOldIdempotencyKeys = (postgres: Postgres): Promise<number> =>
  postgres.run("DELETE FROM idempotency_keys WHERE claimed_at < now() - interval '24 hours'");

import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../context.ts';
import { llmTokenContext } from '../domain/sealed-contexts.ts';
import { writeAudit } from '../store/audit-log.ts';
import { insertLlmToken, type LlmTokenFields, nextLlmTokenId } from '../store/llm-tokens.ts';

export type NewLlmToken = Omit<LlmTokenFields, 'id' | 'sealedToken'> & { token: string; actor: string };

/** Keeps a token of an AI provider, sealed. */
export async function addLlmToken(
  tx: Transaction,
  { secretBox }: Context,
  { token, actor, ...fields }: NewLlmToken,
): Promise<number> {
  const id = await nextLlmTokenId(tx);
  await insertLlmToken(tx, { ...fields, id, sealedToken: secretBox.seal(token, llmTokenContext(id)) });
  await writeAudit(tx, {
    entityId: fields.entityId,
    actor,
    action: 'llm_token_added',
    detail: { llm_token_id: id, ai_usage_provider_em: fields.aiUsageProviderEm },
  });
  return id;
}

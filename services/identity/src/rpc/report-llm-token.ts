import { parseDateTime } from '@linescope/contract/date-time';
import { noteLlmTokenUse } from '../store/llm-tokens.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const reportLlmToken =
  ({ postgres }: RpcContext): IdentityHandlers['reportLlmToken'] =>
  async ({ llmTokenId, usedAt, exceededQuotaAt, globalErrorEm }) => {
    await noteLlmTokenUse(postgres, llmTokenId, {
      usedAt: parseDateTime(usedAt),
      exceededQuotaAt: parseDateTime(exceededQuotaAt),
      globalErrorEm: globalErrorEm || null,
    });
    return {};
  };

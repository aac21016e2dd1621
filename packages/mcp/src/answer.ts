import { ApiFailure } from '@linescope/client/api-failure';

/** What an assistant can read at once; longer lists are cut, and the answer says so. */
const LONGEST = 32_000;

export interface ToolAnswer {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/**
 * The answer as text and as data. `lists` names the arrays that may be cut from the end where the answer is too long;
 * `cut` then says how many records were left out.
 */
export function answer(data: Record<string, unknown>, lists: string[] = []): ToolAnswer {
  const cut: Record<string, number> = {};
  const shown = { ...data };
  for (const name of lists) {
    const list = shown[name];
    if (!Array.isArray(list)) continue;
    let kept = list.length;
    while (kept > 1 && JSON.stringify(shown).length > LONGEST) {
      kept = Math.ceil(kept / 2);
      shown[name] = list.slice(0, kept);
    }
    if (kept < list.length) cut[name] = list.length - kept;
  }
  const structuredContent = Object.keys(cut).length > 0 ? { ...shown, cut } : shown;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent, null, 1) }], structuredContent };
}

/** A failure in the API's own sentences, so that the assistant can mend its call. */
export async function answerOrFailure(read: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const faults = error.errors.map(({ param, detail }) => `${param}: ${detail}`);
    const trace = error.traceIdentifier ? [`Trace: ${error.traceIdentifier}`] : [];
    return { isError: true, content: [{ type: 'text', text: [error.message, ...faults, ...trace].join('\n') }] };
  }
}

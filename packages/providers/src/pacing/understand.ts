import type { z } from 'zod';
import { ProviderError } from '../errors.ts';

/** No page of a host has as many: they would take many times the memory of their text. */
const mostElements = 2_000_000;

/** The objects, lists and members in a text of JSON, without reading it. */
function elementsIn(body: string): number {
  let count = 0;
  for (let index = 0; index < body.length; index += 1) {
    const code = body.charCodeAt(index);
    if (code === 44 || code === 91 || code === 123) count += 1;
  }
  return count;
}

export type Understood<T> = { ok: true; data: T; raw: unknown } | { ok: false; broken: boolean; why: string };

/** Broken JSON may be whole at the next try; a wrong shape will not be. Values stay out of the reason. */
export function understand<S extends z.ZodType>(schema: S, body: string): Understood<z.output<S>> {
  if (body.length > mostElements && elementsIn(body) > mostElements)
    throw new ProviderError('answer_too_large', {
      internal: `over ${mostElements} elements in ${body.length} characters`,
    });
  let json: unknown;
  try {
    json = body === '' ? null : JSON.parse(body);
  } catch {
    return { ok: false, broken: true, why: `not JSON after ${body.length} characters` };
  }
  const result = schema.safeParse(json);
  if (result.success) return { ok: true, data: result.data, raw: json };
  const why = result.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.')} ${issue.code}`)
    .join('; ');
  return { ok: false, broken: false, why: `unexpected shape: ${why}` };
}

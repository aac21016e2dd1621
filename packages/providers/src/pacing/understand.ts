import type { z } from 'zod';

export type Understood<T> = { ok: true; data: T; raw: unknown } | { ok: false; broken: boolean; why: string };

/** Broken JSON may be whole at the next try; a wrong shape will not be. Values stay out of the reason. */
export function understand<S extends z.ZodType>(schema: S, body: string): Understood<z.output<S>> {
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

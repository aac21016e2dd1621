import type { Context } from '../context.ts';
import type { Defect } from '../domain/defect.ts';
import { saveRendered } from '../store/defects.ts';

/** By defect. Those that were written without (from an issue, or by an earlier version) are rendered now and kept. */
export async function htmlDescriptions(
  { postgres, descriptions }: Context,
  defects: readonly Defect[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const { id, description, htmlDescription } of defects) {
    if (description === null) continue;
    const html = htmlDescription ?? (await descriptions.render(description));
    if (htmlDescription === null) await saveRendered(postgres, id, description, html);
    found.set(id, html);
  }
  return found;
}

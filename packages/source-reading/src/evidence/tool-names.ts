import { assistants } from './assistants.ts';

const byName = new Map<string, string>();
for (const { tool, products, logins = [] } of assistants) {
  for (const name of [tool, ...products.map((product) => product.replace(/\*$/, '')), ...logins])
    byName.set(fold(name), byName.get(fold(name)) ?? tool);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The name we know an assistant by, where a record calls it `claude`, `claude-code` or `Claude Code`; else as it is called. */
export function toolNamed(name: string): string {
  const folded = fold(name);
  return byName.get(folded) ?? byName.get(folded.replace(/(?:cli|code|agent|ai|ide)$/, '')) ?? name.trim();
}

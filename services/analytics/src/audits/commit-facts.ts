import { z } from 'zod';
import { type CommitFacts, lookupOf, readFacts, readKey } from '../store/sha-facts.ts';
import { bound, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import type { CommitKey } from './commit-name.ts';
import { ofEntity } from './conditions.ts';

/** As lists, which are read in half the time of an object whose names are not known. */
const factsRow = z.object({ digits: z.string(), names: z.array(z.string()), values: z.array(z.string()) });

/**
 * Commits lie in hundreds of places with a few rows each. To read the columns of the conditions before the others (PREWHERE), or the keys of
 * a map apart from its values, goes to each place twice; to merge there (FINAL) takes longer than to merge what was found.
 */
const IN_ONE_GO = { ...ONE_THREAD, optimize_move_to_prewhere: 0, optimize_functions_to_subcolumns: 0 };

/** What is known of commits by their shas; of another one in the rare case that it is found by the same number. */
export async function readCommitFacts(query: AuditQuery, keys: readonly CommitKey[]): Promise<CommitFacts[]> {
  if (keys.length === 0) return [];
  const lookups = [...new Set(keys.map(lookupOf))];
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_facts',
    ...fragment`SELECT lower(hex(commit_key)) AS digits, mapKeys(facts) AS names, mapValues(facts) AS values FROM sha_facts
      WHERE ${ofEntity(query)} AND lookup IN ${bound('page_lookups', 'Array(UInt64)', `[${lookups}]`)}`,
    row: factsRow,
    settings: IN_ONE_GO,
  });
  const { score_version: scoreVersion } = query.scopeParams;
  return [...Map.groupBy(rows, ({ digits }) => digits)].map(([digits, versions]) => {
    const { names, values } = merged(versions);
    return readFacts(readKey(digits), names, values, scoreVersion);
  });
}

type Facts = Pick<z.output<typeof factsRow>, 'names' | 'values'>;

/** What the store has not merged yet: of each fact its greatest text is the newest. */
function merged(versions: readonly Facts[]): Facts {
  const [only] = versions;
  if (only && versions.length === 1) return only;
  const facts = new Map<string, string>();
  for (const { names, values } of versions) {
    for (const [index, name] of names.entries()) {
      const value = values[index] ?? '';
      if (value >= (facts.get(name) ?? '')) facts.set(name, value);
    }
  }
  return { names: [...facts.keys()], values: [...facts.values()] };
}

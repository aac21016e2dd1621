import { z } from 'zod';
import type { GraphCommit } from '../domain/commit-graph.ts';
import type { CommitRow } from '../store/line-history/entry-rows.ts';
import {
  type EvidenceRow,
  evidenceColumns,
  readAllDerivedCommits,
  readAllUsageDays,
  readDerivedCommits,
  readEvidenceRows,
  readUsageDays,
  type UsageDay,
} from '../store/line-history/evidence-rows.ts';
import { createReader } from '../store/line-history/small-query.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import type { LineHistoryContext } from './line-history-context.ts';

/** What is known of who wrote a line, as answers have it. */
export interface ShownEvidence {
  evidence_tier_em: 'evidence_recorded' | 'evidence_declared' | 'evidence_probable' | 'evidence_unknown';
  evidence_inherited: boolean;
  ai_tool: string | null;
  ai_model: string | null;
  authored_by_llm: boolean;
}

export interface EvidencePlace {
  sha: string;
  path: string;
  line: number;
  isDeleted: boolean;
}

type EvidenceContext = Pick<LineHistoryContext, 'clickHouse' | 'lineCache'>;

/** More of a repo are looked up for each request. */
const MAX_DERIVED = 50_000;
const SHA_BYTES = 100;
const MAX_USAGE_DAYS = 50_000;
const USAGE_DAY_BYTES = 80;

/** The evidence of lines that are shown. Most commits have none but their own declaration, which takes no query. */
export async function readLineEvidence(
  context: EvidenceContext,
  snapshot: RepoSnapshot,
  places: readonly { sha: string; path: string }[],
  commits: ReadonlyMap<string, CommitRow>,
): Promise<(place: EvidencePlace) => ShownEvidence> {
  const read = createReader(context.clickHouse, snapshot);
  const shas = [...new Set(places.map(({ sha }) => sha))];
  const derived = await findDerived(context, snapshot, shas);
  const ofDerived = new Set(derived);
  const paths = [...new Set(places.filter(({ sha }) => ofDerived.has(sha)).map(({ path }) => path))];
  const rows = derived.length === 0 ? [] : await readEvidenceRows(read, { shas: derived, paths });
  const keyOf = (sha: string, path: string, after: number | null, before: number | null) =>
    after === null ? `${sha} -${before} ${path}` : `${sha} ${after} ${path}`;
  const known = new Map(rows.map((row) => [keyOf(row.sha, row.path, row.line_after, row.line_before), row]));
  const isProbable = await readProbable(context, snapshot, shas);
  // Most lines have what their commit declares, which is the same for all of its lines.
  const declared = new Map<string, ShownEvidence>();
  const ofCommit = (sha: string): ShownEvidence => {
    const shown = declared.get(sha) ?? showEvidence(declaredBy(commits.get(sha)), isProbable(sha));
    declared.set(sha, shown);
    return shown;
  };
  return ({ sha, path, line, isDeleted }) => {
    const row = ofDerived.has(sha) ? known.get(keyOf(sha, path, isDeleted ? null : line, line)) : undefined;
    return row ? showEvidence(row, isProbable(sha)) : ofCommit(sha);
  };
}

/** Those of the commits with derived evidence: of all commits of the repo they are read once for each state of the evidence. */
async function findDerived(
  { clickHouse, lineCache }: EvidenceContext,
  snapshot: RepoSnapshot,
  shas: readonly string[],
): Promise<string[]> {
  const { entityId, repoId, evidence } = snapshot;
  if (evidence === '') return [];
  const read = createReader(clickHouse, snapshot);
  const key = `${entityId}:${repoId}:${evidence}`;
  let known = lineCache.derivedCommits.get(key);
  if (known === undefined) {
    const all = await readAllDerivedCommits(read, MAX_DERIVED);
    known = all.length < MAX_DERIVED ? new Set(all) : 'many';
    lineCache.derivedCommits.set(key, known, { size: (all.length + 1) * SHA_BYTES });
  }
  if (known === 'many') return readDerivedCommits(read, shas);
  const ofRepo = known;
  return shas.filter((sha) => ofRepo.has(sha));
}

const declaredBy = (commit: CommitRow | undefined): EvidenceFields => ({
  evidence_tier: commit?.ai_authored ? 'declared' : 'unknown',
  evidence_inherited: false,
  ai_authored: commit?.ai_authored ?? false,
  ai_tool: commit?.ai_tool ?? '',
  ai_model: commit?.ai_model ?? '',
});

export type EvidenceFields = Pick<
  EvidenceRow,
  'evidence_tier' | 'evidence_inherited' | 'ai_authored' | 'ai_tool' | 'ai_model'
>;
export { evidenceColumns };

export function showEvidence(row: EvidenceFields, isProbable: boolean): ShownEvidence {
  const tier = row.evidence_tier === 'unknown' && isProbable ? 'probable' : row.evidence_tier;
  return {
    evidence_tier_em: `evidence_${tier}`,
    evidence_inherited: row.evidence_inherited,
    ai_tool: row.ai_tool || null,
    ai_model: row.ai_model || null,
    authored_by_llm: row.ai_authored,
  };
}

/** Whether the author of a commit used an assistant on the day it was authored, by what tools report. */
export async function readProbable(
  context: EvidenceContext,
  snapshot: RepoSnapshot,
  shas: readonly string[],
): Promise<(sha: string) => boolean> {
  if (snapshot.usages === '' || shas.length === 0) return () => false;
  const { graph, people } = snapshot;
  const commitOf = (sha: string): GraphCommit | null => (graph.has(sha) ? graph.at(graph.numberOf(sha)) : null);
  const dayOf = ({ authoredAt }: GraphCommit) => new Date(authoredAt * 1000).toISOString().slice(0, 10);
  let usedOn = await findUsageDays(context, snapshot);
  if (usedOn === 'many') {
    const authors = shas.flatMap((sha) => commitOf(sha) ?? []);
    const used = await readUsageDays(context.clickHouse, snapshot.entityId, {
      days: [...new Set(authors.map(dayOf))],
      committerIds: [...new Set(authors.flatMap(({ committerId }) => people.identitiesOf(committerId)))],
    });
    usedOn = new Set(used.map(usageKey));
  }
  const known = usedOn;
  return (sha) => {
    const commit = commitOf(sha);
    return commit !== null && people.identitiesOf(commit.committerId).some((id) => known.has(`${id} ${dayOf(commit)}`));
  };
}

const usageKey = ({ committer_id: id, day }: UsageDay): string => `${id} ${day}`;

/** Who of the entity used an assistant on which day: read once for each state of what tools report. */
async function findUsageDays(
  { clickHouse, lineCache }: EvidenceContext,
  { entityId, usages }: RepoSnapshot,
): Promise<ReadonlySet<string> | 'many'> {
  const key = `${entityId}:${usages}`;
  const cached = lineCache.usageDays.get(key);
  if (cached !== undefined) return cached;
  const all = await readAllUsageDays(clickHouse, entityId, MAX_USAGE_DAYS);
  const known = all.length < MAX_USAGE_DAYS ? new Set(all.map(usageKey)) : 'many';
  lineCache.usageDays.set(key, known, { size: (all.length + 1) * USAGE_DAY_BYTES });
  return known;
}

/** As routes describe it. */
export const evidenceShape = {
  evidence_tier_em: z
    .enum(['evidence_recorded', 'evidence_declared', 'evidence_probable', 'evidence_unknown'])
    .describe(
      'How it is known who wrote the line: by a record of the line, by what the commit declares (trailers, bots, the host), probable by the author’s use of an assistant that day (which counts nowhere), or not at all.',
    ),
  evidence_inherited: z
    .boolean()
    .describe('Whether it has its evidence from the line that it was squashed, rebased, picked or restored from.'),
  ai_tool: z.string().nullable().describe('The assistant that the evidence names; null where it names none.'),
  ai_model: z.string().nullable().describe('The model that the evidence names; null where it names none.'),
};

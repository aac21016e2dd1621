import { runOfVersion } from '@linescope/facts/fact-version';
import type { Context } from '../context.ts';
import { evidenceInputs } from '../domain/provenance/evidence-inputs.ts';
import { unexplainedBranches } from '../domain/provenance/find-squashes.ts';
import { inheritEvidence } from '../domain/provenance/inherit-evidence.ts';
import { sameEvidence } from '../domain/provenance/line-evidence.ts';
import { type PlannedTarget, planSources, sourceShas } from '../domain/provenance/plan-sources.ts';
import { resolveSource } from '../domain/provenance/resolve-source.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { readDerivedInputs, saveDerivedInputs } from '../store/provenance/derived-inputs.ts';
import {
  firstEvidence,
  type RepoKey,
  readFilesLike,
  readKnownCommits,
  readMergedPulls,
  type StoredCommit,
} from '../store/provenance/known-commits.ts';
import { readSourceFacts } from '../store/provenance/source-facts.ts';
import { readRecords } from '../store/provenance/source-lines.ts';
import { clearStaleEvidence, takeStaleEvidence } from '../store/provenance/stale-evidence.ts';
import {
  type ChangedEvidence,
  findFollowers,
  writeCommitEvidence,
  writeLineEvidence,
  writeOrigins,
} from '../store/provenance/write-evidence.ts';
import { scoreStoredCommits } from './score-commits.ts';

type DeriveContext = Pick<Context, 'clickHouse' | 'postgres' | 'log' | 'now'>;

/** What is read at once. A single commit with more is left with its own evidence. */
const CHUNK = { lines: 100_000, commits: 200 };
const MOST_LINES = 500_000;

/** Derives the evidence of lines of one marked repo; false where none is marked. A crash repeats the repo, which changes nothing twice. */
export const deriveEvidenceOfRepo = (context: DeriveContext): Promise<boolean> =>
  context.postgres.transaction(async (tx) => {
    const stale = await takeStaleEvidence(tx);
    if (!stale) return false;
    await deriveEvidence(context, stale);
    await clearStaleEvidence(tx, stale);
    return true;
  });

/**
 * Gives each line of a repo the evidence that follows from what is stored now. Only commits whose inputs have changed are read, so that
 * a push costs what it brings; in which order commits, pull requests and notes came does not matter.
 */
export async function deriveEvidence(
  context: DeriveContext,
  repo: RepoKey,
): Promise<{ commits: number; lines: number }> {
  const { clickHouse, postgres, log } = context;
  const known = await readDerivedInputs(clickHouse, repo);
  const since = await firstEvidence(clickHouse, repo);
  if (since === null && known.size === 0) return { commits: 0, lines: 0 };
  const commits = await readKnownCommits(clickHouse, repo, since ?? 0);
  const targets = await planTargets(context, repo, commits, since ?? 0);
  const inputs = evidenceInputs(targets, (sha) => stateOf(commits.get(sha)));
  const withdrawn = [...known].filter(([sha, value]) => value !== 0 && !inputs.has(sha) && commits.has(sha));
  for (const [sha] of withdrawn) inputs.set(sha, 0);
  // What nothing speaks of any more comes first: others may have inherited from it.
  const due = [...withdrawn.map(([sha]) => ({ sha, sources: [] })), ...targets].filter(
    ({ sha }) => known.get(sha) !== inputs.get(sha),
  );
  const done = { commits: 0, lines: 0 };
  for (const chunk of cutTargets(due, commits)) {
    const { derived, changed } = await deriveChunk(context, repo, commits, chunk);
    if (changed.length > 0) await writeLineEvidence(clickHouse, repo, changed, context.now().getTime());
    const shas = [...new Set(changed.map(({ sha }) => sha))];
    if (derived.length > 0) await writeCommitEvidence(clickHouse, repo, derived, shas);
    const settled = derived.map((sha) => [sha, inputs.get(sha) ?? 0] as const);
    await saveDerivedInputs(clickHouse, repo, new Map(settled), context.now().getTime());
    done.commits += derived.length;
    done.lines += changed.length;
  }
  const followers = await updateOrigins(context, repo, [...inputs.keys()]);
  if (done.commits + followers > 0) {
    await scoreStoredCommits({ clickHouse, postgres }, repo);
    await bumpStamp(postgres, repo.entityId, 'commits');
    log.info({ ...repo, ...done, followers }, 'evidence of lines derived');
  }
  return done;
}

/** A row that was derived has the run of the row that it was derived from. */
const stateOf = (commit: StoredCommit | undefined): string =>
  commit ? [runOfVersion(commit.version), commit.recordVersion, commit.declares, commit.model].join(' ') : '';

async function planTargets(
  { clickHouse }: DeriveContext,
  repo: RepoKey,
  commits: ReadonlyMap<string, StoredCommit>,
  since: number,
): Promise<PlannedTarget[]> {
  const pulls = await readMergedPulls(clickHouse, repo, since);
  const files = await readFilesLike(clickHouse, repo, unexplainedBranches(commits, pulls));
  return planSources(commits, pulls, (sha) => files.get(sha));
}

/** Targets that are read together: what inherits from one of them comes in a later chunk. */
function* cutTargets(
  targets: readonly PlannedTarget[],
  commits: ReadonlyMap<string, StoredCommit>,
): Generator<PlannedTarget[]> {
  let chunk: PlannedTarget[] = [];
  let inChunk = new Set<string>();
  let lines = 0;
  for (const target of targets) {
    const needed = target.sources.flatMap(sourceShas);
    const weight = [target.sha, ...needed].reduce((sum, sha) => sum + (commits.get(sha)?.lineCount ?? 0), 0);
    const isFull = lines + weight > CHUNK.lines || chunk.length >= CHUNK.commits;
    if (chunk.length > 0 && (isFull || needed.some((sha) => inChunk.has(sha)))) {
      yield chunk;
      chunk = [];
      inChunk = new Set();
      lines = 0;
    }
    chunk.push(weight > MOST_LINES ? { sha: target.sha, sources: [] } : target);
    inChunk.add(target.sha);
    lines += weight;
  }
  if (chunk.length > 0) yield chunk;
}

async function deriveChunk(
  { clickHouse }: DeriveContext,
  repo: RepoKey,
  commits: ReadonlyMap<string, StoredCommit>,
  targets: readonly PlannedTarget[],
): Promise<{ derived: string[]; changed: ChangedEvidence[] }> {
  const recorded = targets.map(({ sha }) => sha).filter((sha) => commits.get(sha)?.hasRecord);
  const records = await readRecords(clickHouse, repo, recorded);
  const facts = await readSourceFacts(clickHouse, repo, commits, targets);
  const derived: string[] = [];
  const changed: ChangedEvidence[] = [];
  for (const { sha, sources } of targets) {
    const commit = commits.get(sha);
    // The parts of a large commit come in several batches: it is derived once all of it is there.
    if (!commit || ![sha, ...sources.flatMap(sourceShas)].every(facts.isComplete)) continue;
    const lines = facts.linesOf(sha);
    const paths = new Set(lines.map(({ path }) => path));
    const declared = commit.declares === null ? null : { tool: commit.declares, model: commit.model };
    const target = { declared, record: records.get(sha) ?? null, blobs: facts.blobsOf(sha), lines };
    const evidence = inheritEvidence(
      target,
      sources.map((source) => resolveSource(source, facts, paths)),
    );
    for (const [at, line] of lines.entries()) {
      const told = evidence[at];
      if (told && !sameEvidence(line.evidence, told)) changed.push({ sha, line, evidence: told });
    }
    derived.push(sha);
  }
  return { derived, changed };
}

const SHAS_AT_ONCE = 5_000;

/** Commits that replaced lines of these know whether an assistant wrote them. */
async function updateOrigins({ clickHouse }: DeriveContext, repo: RepoKey, shas: readonly string[]): Promise<number> {
  let updated = 0;
  for (let from = 0; from < shas.length; from += SHAS_AT_ONCE) {
    const writers = shas.slice(from, from + SHAS_AT_ONCE);
    const followers = await findFollowers(clickHouse, repo, writers);
    if (followers.length > 0) await writeOrigins(clickHouse, repo, followers, writers);
    updated += followers.length;
  }
  return updated;
}

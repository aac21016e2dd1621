import type { CommitFact, Facts } from '@linescope/git-engine/facts';
import { pickedFrom, revertedPulls, reverts, subjectOf } from '../domain/provenance/commit-words.ts';
import { type ChangedLine, inheritEvidence } from '../domain/provenance/inherit-evidence.ts';
import type { KnownCommit, KnownPull } from '../domain/provenance/known-commit.ts';
import {
  type Declaration,
  declaredBy,
  type Evidence,
  NO_EVIDENCE,
  type StoredRecord,
} from '../domain/provenance/line-evidence.ts';
import { planSources } from '../domain/provenance/plan-sources.ts';
import { resolveSource, type SourceFacts } from '../domain/provenance/resolve-source.ts';

export interface DerivedHistory {
  /** The evidence of a line of a commit. */
  evidenceAt(sha: string, path: string, line: number): Evidence | undefined;
  linesOf(sha: string): readonly ChangedLine[];
}

const declarationOf = ({ aiAuthored, aiTool, aiModel }: CommitFact): Declaration | null =>
  aiAuthored ? { tool: aiTool ?? '', model: aiModel ?? '' } : null;

/** Derives the evidence of all lines straight from what the engine read, without a store. */
export function deriveFromFacts(
  facts: Facts,
  records: ReadonlyMap<string, StoredRecord>,
  pulls: readonly KnownPull[],
): DerivedHistory {
  const byCommit = new Map(facts.commits.map((commit) => [commit.sha, commit]));
  const lines = new Map<string, ChangedLine[]>(facts.commits.map(({ sha }) => [sha, []]));
  for (const fact of facts.lineChanges) {
    const commit = byCommit.get(fact.sha);
    const declared = commit && declarationOf(commit);
    lines.get(fact.sha)?.push({
      path: fact.path,
      hunk: fact.hunk,
      hunkLine: fact.hunkLine,
      line: fact.lineAfter,
      text: fact.text,
      originSha: fact.originSha,
      originPath: fact.originPath ?? '',
      originLine: fact.originLine,
      evidence: declared ? declaredBy(declared) : NO_EVIDENCE,
    });
  }
  const commits = new Map(
    facts.commits.map((commit) => [
      commit.sha,
      knownCommit(commit, records.has(commit.sha), lines.get(commit.sha) ?? []),
    ]),
  );
  const changes = Map.groupBy(facts.fileChanges, ({ sha }) => sha);
  const routes = Map.groupBy(facts.mergeRoutes, ({ sha }) => sha);
  const blobsOf = (sha: string) => new Map((changes.get(sha) ?? []).map(({ path, blobAfter }) => [path, blobAfter]));
  const source: SourceFacts = {
    linesOf: (sha) => lines.get(sha) ?? [],
    lineAt: (sha, path, line) => lines.get(sha)?.find((own) => own.line === line && own.path === path),
    blobsOf,
    branchOf: (shas) => {
      const own = new Set(shas);
      return {
        parentsOf: (sha) => (own.has(sha) ? byCommit.get(sha)?.parents : undefined),
        changeOf: (sha, path) => changes.get(sha)?.find((change) => change.path === path),
        routeOf: (sha, path) => routes.get(sha)?.find((route) => route.path === path),
      };
    },
  };
  for (const { sha, sources } of planSources(commits, pulls, blobsOf)) {
    const own = lines.get(sha) ?? [];
    const commit = byCommit.get(sha);
    const paths = new Set(own.map(({ path }) => path));
    const target = {
      declared: commit ? declarationOf(commit) : null,
      record: records.get(sha) ?? null,
      blobs: blobsOf(sha),
      lines: own,
    };
    const derived = inheritEvidence(
      target,
      sources.map((each) => resolveSource(each, source, paths)),
    );
    for (const [at, line] of own.entries()) line.evidence = derived[at] ?? line.evidence;
  }
  return {
    evidenceAt: (sha, path, line) => source.lineAt(sha, path, line)?.evidence,
    linesOf: source.linesOf,
  };
}

const knownCommit = (commit: CommitFact, hasRecord: boolean, lines: readonly ChangedLine[]): KnownCommit => ({
  sha: commit.sha,
  parents: commit.parents,
  isMerge: commit.isMerge,
  onDefaultBranch: commit.onDefaultBranch,
  existent: true,
  patchId: commit.patchId,
  authorEmail: commit.authorEmail,
  authoredAt: commit.authoredAt,
  committedAt: commit.committedAt,
  lineCount: lines.length,
  subject: subjectOf(commit.message),
  pickedFrom: pickedFrom(commit.message),
  reverts: reverts(commit.message),
  revertedPulls: revertedPulls(commit.message),
  declares: declarationOf(commit)?.tool ?? null,
  hasRecord,
});

import { createHash } from 'node:crypto';
import { readEntitySettings } from '@linescope/chassis/scope/entity-settings';
import { DEFAULT_ENTITY_SETTINGS } from '@linescope/contract/entity-settings';
import { issuesStored, pullRequestsStored, tagsStored } from '@linescope/contract/events/imports-events';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import type { Context } from '../context.ts';
import { issueScope } from '../domain/issue-scope.ts';
import { createFactPublisher, type FactPublisher } from '../store/fact-publisher.ts';
import { devopsRepoPaths } from '../store/imports.ts';
import { markStored, type ProviderRecord, type StoredRecord, unstoredRecords } from '../store/provider-records.ts';
import type { GitAnswers } from './git-answers.ts';
import { markNewlyKnown } from './mark-newly-known.ts';
import { blocksOf, type RecordContext, type RecordRows, recordRows } from './record-rows.ts';
import { createPeople, type People } from './resolve-people.ts';

export interface RepoScope {
  entityId: number;
  repoId: number;
  repoPath: string;
  gitProviderEm: string;
}

export interface StoringOptions {
  /** Answers from the clone, where there is one. */
  git?: GitAnswers;
  signal: AbortSignal;
  onStored?(): Promise<void>;
}

const CHUNK = 500;

/**
 * Writes a repo's changed records to ClickHouse as rows of a new version, and marks them stored only once ClickHouse has
 * them. Any process may do this at any time, also twice or concurrently: the newest version counts.
 */
export async function storeRecords(context: Context, repo: RepoScope, options: StoringOptions): Promise<void> {
  const publisher = createFactPublisher(context.broker, options.signal, 'provider');
  const people = createPeople(context, repo);
  await markNewlyKnown(context, repo);
  const scope = issueScope(repo, await devopsRepoPaths(context.postgres, repo.entityId));
  const recordContext: RecordContext = { ...repo, scope, rule: await defectRule(context, repo.entityId), ...people };
  try {
    for (let after = 0; ; ) {
      const records = await unstoredRecords(context.postgres, repo, after, CHUNK);
      const last = records.at(-1);
      if (!last) return;
      after = last.id;
      await storeChunk(context, repo, records, { publisher, people, recordContext, git: options.git });
      await options.onStored?.();
    }
  } finally {
    publisher.close();
  }
}

async function defectRule(context: Context, entityId: number): Promise<RecordContext['rule']> {
  return ((await readEntitySettings(context.identity, entityId)) ?? DEFAULT_ENTITY_SETTINGS).critical_defect_rule;
}

interface Chunk {
  publisher: FactPublisher;
  people: People;
  recordContext: RecordContext;
  git: GitAnswers | undefined;
}

async function storeChunk(
  context: Context,
  repo: RepoScope,
  records: readonly ProviderRecord[],
  chunk: Chunk,
): Promise<void> {
  await chunk.people.load(records.flatMap((record) => record.facts));
  const pulls = records.flatMap((record) => record.facts).filter((fact) => fact.fact === 'pull_request');
  await chunk.git?.load(pulls.flatMap(({ mergeSha, headSha }) => (mergeSha ? [mergeSha, headSha] : [])));
  const stored: StoredRecord[] = [];
  const complete: ProviderRecord[] = [];
  for (const record of records) {
    const answered = await answerByGit(record, chunk.git);
    stored.push({ ...answered, waitsFor: chunk.people.unknownIn(record.facts) });
    complete.push({
      ...record,
      asked_of_git: answered.askedOfGit ?? record.asked_of_git,
      squash_sha: answered.askedOfGit === null ? record.squash_sha : answered.squashSha,
      tagged_at: answered.taggedAt ?? record.tagged_at,
    });
  }
  const rows = await publish(repo, complete, chunk);
  await context.postgres.transaction(async (tx) => {
    await markStored(tx, stored);
    await publishStored(context, tx, repo, rows);
  });
}

/** What only the clone knows; where there is none, the record is marked as wanting it. */
async function answerByGit(
  record: ProviderRecord,
  git: GitAnswers | undefined,
): Promise<Omit<StoredRecord, 'waitsFor'>> {
  const answer: Omit<StoredRecord, 'waitsFor'> = {
    id: record.id,
    version: record.version,
    askedOfGit: null,
    squashSha: null,
    taggedAt: null,
    wantsGit: false,
  };
  for (const fact of record.facts) {
    if (fact.fact === 'pull_request' && fact.mergeSha && !fact.squashSha && record.asked_of_git !== fact.mergeSha) {
      answer.wantsGit = !git;
      if (!git) continue;
      answer.askedOfGit = fact.mergeSha;
      answer.squashSha = await git.squashOf(fact.mergeSha, fact.headSha);
    }
    if (fact.fact === 'tag' && fact.taggedAt === null) {
      answer.taggedAt = (await git?.taggedAt(fact.name)) ?? null;
      answer.wantsGit = !git;
    }
  }
  return answer;
}

/** Split in halves until the broker accepts each; the batch id depends on the records and their versions only. */
async function publish(repo: RepoScope, records: readonly ProviderRecord[], chunk: Chunk): Promise<RecordRows> {
  const rows = recordRows(records, chunk.recordContext);
  const blocks = blocksOf(rows);
  if (blocks.every((block) => block.rows === 0)) return rows;
  const versions = records.map(({ id, version }) => `${id}:${version}`).join(',');
  const batchId = `provider:${repo.repoId}:${createHash('sha256').update(versions).digest('hex')}`;
  const message = encodeFactBatch({ batchId, entityId: repo.entityId, repoId: repo.repoId }, blocks);
  if (message.length > chunk.publisher.maxPayload - 4096 && records.length > 1) {
    const middle = Math.ceil(records.length / 2);
    await publish(repo, records.slice(0, middle), chunk);
    await publish(repo, records.slice(middle), chunk);
    return rows;
  }
  const { stored } = await chunk.publisher.send({ batchId, entityId: repo.entityId, message });
  await stored;
  return rows;
}

type Transaction = Parameters<Parameters<Context['postgres']['transaction']>[0]>[0];

const SHAS_AN_EVENT = 10_000;

/** Release rules look at tags, defect rules at issues; a pull request that names a defect makes fixes of its commits. */
async function publishStored(context: Context, tx: Transaction, repo: RepoScope, rows: RecordRows): Promise<void> {
  const iso = (time: string | Date) => new Date(time).toISOString();
  const tags = rows.tags.filter((tag) => !tag.removed);
  if (tags.length > 0) {
    await context.outbox.add(tx, tagsStored, {
      entityId: repo.entityId,
      aggregateId: repo.repoId,
      aggregateVersion: 0,
      data: {
        repoId: repo.repoId,
        tags: tags.map(({ name, sha, tagged_at }) => ({ name, sha, taggedAt: iso(tagged_at) })),
      },
    });
  }
  const shas = [
    ...new Set(rows.pulls.flatMap((pull) => [...pull.commit_shas, pull.merge_sha, pull.squash_sha]).filter(Boolean)),
  ];
  for (let from = 0; from < shas.length; from += SHAS_AN_EVENT) {
    await context.outbox.add(tx, pullRequestsStored, {
      entityId: repo.entityId,
      aggregateId: repo.repoId,
      aggregateVersion: 0,
      data: { repoId: repo.repoId, shas: shas.slice(from, from + SHAS_AN_EVENT) },
    });
  }
  if (rows.issues.length === 0) return;
  await context.outbox.add(tx, issuesStored, {
    entityId: repo.entityId,
    aggregateId: repo.repoId,
    aggregateVersion: 0,
    data: {
      issues: rows.issues.map((issue) => ({
        key: issue.key,
        title: issue.title,
        type: issue.type,
        priority: issue.priority || null,
        projectName: issue.project_name,
        url: issue.url,
        repoId: issue.repo_id || null,
        createdAt: iso(issue.created_at),
        resolvedAt: issue.resolved_at === null ? null : iso(issue.resolved_at),
      })),
    },
  });
}

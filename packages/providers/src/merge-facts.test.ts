import { GITHUB } from '@linescope/contract/vendors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issueComment, pull, review, reviewComment } from './code-hosts/github/fixtures.ts';
import type { Fact } from './facts.ts';
import { mergeFacts } from './merge-facts.ts';
import { readHook } from './webhooks/read-hook.ts';

const repository = { full_name: 'acme/web' };
const receive = (event: string, body: object): Fact[] =>
  readHook(GITHUB, { headers: new Headers({ 'x-github-event': event }), body: { repository, ...body } })?.facts ?? [];

const opened = pull(7, { state: 'open', merged_at: null, closed_at: null, updated_at: '2026-01-01T00:08:00Z' });
const renamed = { ...opened, title: 'A better title', updated_at: '2026-01-01T00:09:00Z' };
const merged = pull(7, { title: 'A better title', updated_at: '2026-01-01T00:17:00Z' });
const approved = { ...review(9), state: 'approved' };
const dismissed = { ...approved, state: 'dismissed' };

/** A pull request's life as messages: the state that must result when all of them have come, in any order. */
const messages: Fact[][] = [
  receive('pull_request', { action: 'opened', pull_request: opened }),
  receive('pull_request', { action: 'edited', pull_request: renamed }),
  receive('pull_request', { action: 'closed', pull_request: merged }),
  receive('pull_request_review', { action: 'submitted', review: approved, pull_request: renamed }),
  receive('pull_request_review', { action: 'dismissed', review: dismissed, pull_request: merged }),
  receive('pull_request_review_comment', { action: 'created', comment: reviewComment(4, 7) }),
  receive('pull_request_review_comment', { action: 'deleted', comment: reviewComment(4, 7) }),
  receive('issue_comment', { action: 'created', comment: issueComment(5, 'pull/7'), issue: { pull_request: {} } }),
  receive('push', { ref: 'refs/heads/main', before: 'a', after: 'b' }),
];

const sorted = (facts: Iterable<Fact>) => [...facts].map((fact) => JSON.stringify(fact)).sort();
const state = sorted(mergeFacts(messages.flat()).values());

test('the last word on each thing counts', () => {
  const facts = [...mergeFacts(messages.flat()).values()];
  expect(facts).toHaveLength(5);
  expect(facts.find((fact) => fact.fact === 'pull_request')).toMatchObject({
    state: 'merged',
    title: 'A better title',
  });
  expect(facts.find((fact) => fact.fact === 'review')).toMatchObject({ verdict: 'dismissed' });
  expect(facts.filter((fact) => fact.fact === 'comment')).toMatchObject([{ deleted: true }, { deleted: false }]);
});

test('the same message a hundred times is one fact', () => {
  const [first = []] = messages;
  expect(mergeFacts(Array.from({ length: 100 }, () => first).flat()).size).toBe(1);
});

test('messages in any order and any number of times leave the same state', () => {
  const deliveries = fc
    .array(fc.constantFrom(...messages), { maxLength: 100 })
    .chain((extra) => fc.shuffledSubarray([...messages, ...extra], { minLength: messages.length + extra.length }));
  fc.assert(
    fc.property(deliveries, (order) => {
      expect(sorted(mergeFacts(order.flat()).values())).toEqual(state);
    }),
  );
});

test('the states of two workers merge into one', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: messages.length, maxLength: messages.length }), (sides) => {
      const one = mergeFacts(messages.filter((_, index) => sides[index]).flat()).values();
      const two = mergeFacts(messages.filter((_, index) => !sides[index]).flat()).values();
      expect(sorted(mergeFacts([...one, ...two]).values())).toEqual(state);
    }),
  );
});

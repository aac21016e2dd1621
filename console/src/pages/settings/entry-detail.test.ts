import type { AuditEntry } from '@linescope/client/answers';
import { expect, test } from 'vitest';
import { actorOf, detailOf } from './entry-detail.ts';

const names = {
  user: new Map([[4, 'mei@acme.test']]),
  token: new Map([[7, 'pipeline']]),
  connection: new Map([[1, 'acme-bot']]),
};

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-03-04T10:00:00Z',
  actor: 'operator',
  actor_email: null,
  act: 'member_added',
  trace_identifier: null,
  detail: {},
  ...fields,
});
const said = (detail: AuditEntry['detail']) => detailOf(entry({ detail }), names);

test('people, tokens and connections are named, and what has gone keeps its id', () => {
  expect(said({ role: 'super_admin', user_id: 4 })).toBe('role super admin, user mei@acme.test');
  expect(said({ token_id: 7, user_id: 9 })).toBe('token pipeline, user 9');
  expect(said({ connection_id: 1, git_provider_em: 'hostC' })).toBe('connection acme-bot, git provider GitHub');
  expect(said({ email: 'gone@acme.test', user_id: 9 })).toBe('email gone@acme.test');
});

test('lists are read without brackets', () => {
  expect(said({ settings: ['allowed_origins', 'source_text_em'] })).toBe('settings allowed origins, source text');
  expect(said({ settings: [] })).toBe('settings none');
  expect(said({ people: ['mei_tanaka', 'ben'], status: 'not_processing' })).toBe(
    'people mei_tanaka, ben, status not processing',
  );
  expect(said({ removed_counts: { commits: 1200 } })).toBe('removed counts commits 1,200');
});

test('who acted is told by email, else by the name of the token', () => {
  expect(actorOf(entry({ actor: 'user:4', actor_email: 'old@acme.test' }), names)).toBe('old@acme.test');
  expect(actorOf(entry({ actor: 'token:7' }), names)).toBe('token pipeline');
  expect(actorOf(entry({ actor: 'user:9' }), names)).toBe('user 9');
  expect(actorOf(entry({ actor: 'operator' }), names)).toBe('operator');
});

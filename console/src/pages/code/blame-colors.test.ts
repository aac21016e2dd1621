import type { BlamedLine, LineEvidence } from '@linescope/client/answers';
import { expect, test } from 'vitest';
import { colourLines } from './blame-colors.ts';

type Tier = LineEvidence['evidence_tier_em'];

const NOW = Date.parse('2026-03-10T00:00:00Z');
const line = (user: string, authoredAt: string, isAi = false, tier: Tier = 'evidence_unknown'): BlamedLine => ({
  line_number: 1,
  text: 'x',
  origin_em: 'origin_in_window',
  entry: {
    sha: 'a',
    authored_at: authoredAt,
    authored_by_llm: isAi,
    evidence_tier_em: tier,
    evidence_inherited: false,
    ai_tool: null,
    ai_model: null,
    user_name: user,
    code_file_path: 'a.ts',
    line_number: 1,
    operation_em: 'operation_add',
    provenance_em: 'provenance_new_code',
  },
});
const OLD: BlamedLine = { line_number: 2, text: null, origin_em: 'origin_before_window', entry: null };

test('lines are coloured by their age, and older ones than the window by none', () => {
  const lines = [line('ann', '2026-03-09T00:00:00Z'), line('ann', '2025-12-20T00:00:00Z'), OLD];
  const { shadeOf, legend } = colourLines(lines, 'age', NOW);
  expect(lines.map((one) => shadeOf(one).label)).toEqual(['Under 2 weeks', 'Under 3 months', 'Before the window']);
  expect(legend.map(({ label }) => label)).toEqual(['Before the window', 'Under 2 weeks', 'Under 3 months']);
});

test('the five who wrote most have colours of their own', () => {
  const lines = ['a', 'a', 'b', 'c', 'd', 'e', 'f'].map((user) => line(user, '2026-03-09T00:00:00Z'));
  const { shadeOf } = colourLines(lines, 'author', NOW);
  expect(shadeOf(line('a', '2026-03-09T00:00:00Z'))).toEqual({ color: 1, label: 'a' });
  expect(shadeOf(line('f', '2026-03-09T00:00:00Z'))).toEqual({ color: 7, label: 'Others' });
});

test('what an assistant wrote differs from what is recorded as typed, and from what nothing speaks of', () => {
  const at = '2026-03-09T00:00:00Z';
  const lines = [
    line('a', at, true, 'evidence_recorded'),
    line('b', at, false, 'evidence_recorded'),
    line('c', at, false, 'evidence_probable'),
    line('d', at),
  ];
  const { shadeOf } = colourLines(lines, 'ai', NOW);
  expect(lines.map((one) => shadeOf(one).label)).toEqual([
    'By an AI assistant',
    'By hand',
    'Probably with an assistant',
    'Unmarked',
  ]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allSegments, findSegment, introspect } from './registry.ts';

/** The definitions as documented: each table has rows of `segment | unit, precision | y`. */
const text = readFileSync(new URL('../../../../docs/segments.md', import.meta.url), 'utf8');

interface Definition {
  segment: string;
  unit: string;
  precision: number;
  y: string;
}

/** A row may define several segments, their names, units and values each separated by ` / `. */
const rows: Definition[] = text
  .split('\n')
  .filter((line) => /^\| [a-z]/.test(line) && !line.startsWith('| segment '))
  .flatMap((line) => {
    const [names = '', units = '', y = ''] = line.split('|').slice(1, 4);
    const segments = names.split(/\/|,/).map((name) => name.trim());
    const measured = units.split('/').map((unit) => unit.trim().split(', '));
    const precision = measured.at(-1)?.[1];
    const values = y.split(' / ').map((value) => value.trim());
    return segments.map((segment, index) => {
      const [unit = '', own] = measured[measured.length === segments.length ? index : 0] ?? [];
      return { segment, unit, precision: Number(own ?? precision), y: whole(values, segments.length, index) };
    });
  });

/** `churned lines / ÷ added + chg`: a part that only divides divides the one before it. */
function whole(values: string[], segments: number, index: number): string {
  if (values.length !== segments) return values.join(' ');
  const own = values[index] ?? '';
  return own.startsWith('÷') && index > 0 && !values[0]?.startsWith('÷') ? `${values[0]} ${own}` : own;
}

/** Rows whose words are not all about each of their segments, or that refer to the row above. */
const SPELLED_OUT: Record<string, string> = {
  copy_paste_percent: 'copy ÷ all changed lines but noop',
  duplicate_line_count_per_mil: 'lines newly standing in duplicate blocks ÷ 1,000 changed lines',
  ai_commit_rate: 'commits with AI lines ÷ commits',
  absolute_hours_to_first_repair: 'mean detected → first fix released, elapsed',
  absolute_hours_to_resolved: 'mean detected → resolved, elapsed',
  active_llm_user_per_date_count: 'mean over days of users with AI usage among those with a seat',
  inactive_llm_user_per_date_count: 'mean over days of users without AI usage among those with a seat',
  ai_prompt_acceptance_percent: 'accepted ÷ suggested, prompted',
  ai_tab_acceptance_percent: 'accepted ÷ suggested, tab',
  all_suggestion_count: 'prompted + tab suggestions',
  all_accept_count: 'prompted + tab accepted',
  ai_lines_deleted_count: 'lines deleted as reported by providers and POST /ai_usages',
  prs_opened: 'PRs opened',
  pr_abandoned_count: 'PRs closed unmerged',
  pr_comments_left: 'comments by reviewer',
  story_points_per_assignee: 'points resolved ÷ distinct assignees',
  days_to_first_deploy: 'mean, for committers whose first commit falls in the interval: first released commit',
  hours_to_fix_merged: 'mean detected → first fix merged',
  mean_hours_to_resolved: 'mean business hours detected → resolved',
  sprint_end_story_points_completed: 'points in the sprint resolved by its end',
  pr_awaiting_review_hours: 'mean wait of open, no draft, without human review at the interval’s end',
};

const cohorts = /## Cohorts[^\n]*\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? '';

const STOP_WORDS = new Set(
  'a an the of in on to by for and or as at its it is are with over those whose that them their all'.split(' '),
);
const SAME: Record<string, string> = { prs: 'pull', pr: 'pull' };

/** The words that carry a definition: numerator, denominator, times, scope. */
const keyWords = (y: string): string[] =>
  y
    .toLowerCase()
    .replaceAll(/(\d),(\d)/g, '$1$2')
    .split(/[^a-z0-9÷]+/)
    .filter((word) => word !== '' && word !== 's' && !STOP_WORDS.has(word))
    .map((word) => SAME[word] ?? (word.length > 3 ? word.replace(/s$/, '') : word));

/** Two words mean the same where they begin alike: `resolved`, `resolve`; `changed`, `change`. */
const alike = (one: string, other: string): boolean => {
  const length = Math.min(5, one.length, other.length);
  return (
    Math.abs(one.length - other.length) <= 5 &&
    length >= Math.min(4, one.length) &&
    one.slice(0, length) === other.slice(0, length)
  );
};

function missingWords(segment: string, y: string): string[] {
  const { title, description, unit, scope } = introspect(findSegment(segment));
  const words = keyWords(`${title} ${description} ${unit} ${scope}`);
  return keyWords(y).filter((word) => !words.some((own) => alike(word, own)));
}

test('every segment is defined in docs/segments.md, and nothing else is', () => {
  const listed = [...cohorts.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b/g)]
    .map(([name]) => name)
    .filter((name) => name !== '_per_committer');
  expect([...rows.map(({ segment }) => segment), ...listed].toSorted()).toEqual(
    allSegments()
      .map(({ segment }) => segment)
      .toSorted(),
  );
});

test.each(rows)('$segment has the unit and precision of its definition', ({ segment, unit, precision }) => {
  const own = introspect(findSegment(segment));
  expect([own.unit, own.value_precision]).toEqual([unit, precision]);
});

test.each(rows)('the description of $segment says what its definition says', ({ segment, y }) => {
  expect(missingWords(segment, SPELLED_OUT[segment] ?? y)).toEqual([]);
});

test('the segments of cohorts say so, and divide by the cohort’s committers where their name says it', () => {
  const names = [...cohorts.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b/g)].map(([name]) => name);
  for (const name of names) {
    const divided = name.endsWith('_per_committer') ? ' ÷ the cohort’s committers' : '';
    expect([name, missingWords(name, `a series for each AI-use cohort${divided}`)]).toEqual([name, []]);
  }
});

test('what is a ratio says what it divides', () => {
  for (const segment of allSegments()) {
    const { description, formula, unit } = introspect(segment);
    if (!['percent', 'per mil', 'delta per day'].includes(unit) || segment.segment === 'quality_cornerstones_percent')
      continue;
    expect([segment.segment, description.includes('÷'), formula.includes('/')]).toEqual([segment.segment, true, true]);
  }
});

/** What holds unless a row says otherwise, by the words that must stand in the scope of every segment over such rows. */
const SCOPES: Record<string, string[]> = {
  commits: ['Non-merge', 'default branch', 'processed committers', 'authored time', 'once within the scope asked'],
  released_commits: [
    'Non-merge',
    'default branch',
    'processed committers',
    'first released',
    'once within the scope asked',
  ],
  phase_commits: ['on branches too', 'a squash commit and its branch’s never both'],
  ai_usage: ['resource it was recorded for', 'share', '28 days'],
  resolved_issues: ['its repo', 'commits or pull requests name it', 'board’s team', 'entity alone'],
  fixed_lines: ['only defects with known fix commits'],
  fixed_defects: ['with known fix commits'],
  defect_origins: ['only defects with known fix commits'],
  awaiting_pull_requests: ['no draft', 'without human review', 'interval’s end'],
};

test('the scope of a segment says which records count, by which time and where', () => {
  for (const segment of allSegments()) {
    const { facts, scope } = introspect(segment);
    for (const fact of facts) {
      for (const words of SCOPES[fact] ?? []) expect(scope).toContain(words);
    }
    expect(scope).toMatch(/\.$/);
  }
});

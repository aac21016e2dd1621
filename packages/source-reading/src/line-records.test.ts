import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAgentTraces, readAuthorshipNote } from './line-records.ts';

const metadata = (over: object = {}) =>
  JSON.stringify({
    schema_version: 'authorship/3.0.0',
    git_ai_version: '1.4.5',
    base_commit_sha: '7734793b756b3921c88db5375a8c156e9532447b',
    prompts: {
      d9978a8723e02b52: { agent_id: { tool: 'cursor', id: '6ef2', model: 'claude-sonnet-4-5' }, total_additions: 4 },
    },
    humans: { h_31dce776f88375: { author: 'Developer <dev@example.com>' } },
    sessions: { s_c9883b05a2487d: { agent_id: { tool: 'claude', id: 'conv', model: 'claude-opus-4-5' } } },
    ...over,
  });
const note = (lines: string[], over?: object) => `${lines.join('\n')}\n---\n${metadata(over)}`;

const claude = { ai: true, tool: 'Claude Code', model: 'claude-opus-4-5' };
const cursor = { ai: true, tool: 'Cursor', model: 'claude-sonnet-4-5' };
const hand = { ai: false, tool: '', model: '' };

describe('a note of refs/notes/ai', () => {
  test('tells the lines of sessions, of older prompts and of persons', () => {
    const read = readAuthorshipNote(
      note([
        'src/main.rs',
        '  s_c9883b05a2487d::t_9f8e7d6c5b4a32 1-10,15',
        '  h_31dce776f88375 35-40',
        '"src/my file.rs"',
        '  d9978a8723e02b52 4',
      ]),
    );
    expect(read?.authors).toEqual([claude, hand, cursor]);
    expect(read?.ranges).toEqual([
      { path: 'src/main.rs', from: 1, to: 10, author: 0 },
      { path: 'src/main.rs', from: 15, to: 15, author: 0 },
      { path: 'src/main.rs', from: 35, to: 40, author: 1 },
      { path: 'src/my file.rs', from: 4, to: 4, author: 2 },
    ]);
  });

  test('without attestations is a record that names nobody', () => {
    expect(readAuthorshipNote(`---\n${metadata()}`)).toEqual({ authors: [], ranges: [] });
  });

  test('says nothing by a key that its JSON does not explain', () => {
    expect(
      readAuthorshipNote(note(['a.c', '  s_000000000000aa::t_1 1-4', '  constructor 5', '  h_0 6']))?.ranges,
    ).toEqual([]);
  });

  test.each([
    ['no divider', `a.c\n  d9978a8723e02b52 1\n${metadata()}`],
    ['no JSON', 'a.c\n  d9978a8723e02b52 1\n---\n{'],
    ['another standard', note(['a.c', '  d9978a8723e02b52 1'], { schema_version: 'authorship/4.0.0' })],
    ['lines before any path', note(['  d9978a8723e02b52 1'])],
    ['line zero', note(['a.c', '  d9978a8723e02b52 0-4'])],
    ['a range backwards', note(['a.c', '  d9978a8723e02b52 4-1'])],
    ['words for numbers', note(['a.c', '  d9978a8723e02b52 one'])],
    ['numbers past any file', note(['a.c', '  d9978a8723e02b52 1-99999999999999999999'])],
    ['spaces among ranges', note(['a.c', '  d9978a8723e02b52 1, 2'])],
    [
      'an agent without a tool',
      note(['a.c', '  d9978a8723e02b52 1'], { prompts: { d9978a8723e02b52: { agent_id: {} } } }),
    ],
    ['more ranges than any commit has', note(['a.c', `  d9978a8723e02b52 ${'1,'.repeat(200_001)}1`])],
  ])('with %s is not read', (_, text) => {
    expect(readAuthorshipNote(text)).toBeNull();
  });

  test('of any bytes never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.boolean(), (text, isNote) => {
        readAuthorshipNote(isNote ? note(text.split('\n')) : text);
        readAgentTraces(text, 'a'.repeat(40));
      }),
    );
  });
});

describe('Agent Trace records', () => {
  const sha = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0';
  const trace = (over: object = {}) => ({
    version: '0.1.0',
    id: '550e8400-e29b-41d4-a716-446655440000',
    timestamp: '2026-01-23T14:30:00Z',
    vcs: { type: 'git', revision: sha },
    tool: { name: 'cursor', version: '2.4.0' },
    files: [
      {
        path: 'src/parser.ts',
        conversations: [
          {
            contributor: { type: 'ai', model_id: 'anthropic/claude-opus-4-5-20251101' },
            ranges: [
              { start_line: 42, end_line: 67, content_hash: 'murmur3:9f2e8a1b' },
              { start_line: 70, end_line: 71, contributor: { type: 'human' } },
              { start_line: 80, end_line: 81, contributor: { type: 'unknown' } },
            ],
          },
        ],
      },
    ],
    ...over,
  });

  test('tell the ranges of a conversation, and those that another contributor wrote', () => {
    const read = readAgentTraces(`${JSON.stringify(trace())}\n${JSON.stringify(trace())}\n`, sha);
    expect(read?.authors).toEqual([{ ai: true, tool: 'Cursor', model: 'anthropic/claude-opus-4-5-20251101' }, hand]);
    expect(read?.ranges.slice(0, 2)).toEqual([
      { path: 'src/parser.ts', from: 42, to: 67, author: 0 },
      { path: 'src/parser.ts', from: 70, to: 71, author: 1 },
    ]);
    expect(read?.ranges).toHaveLength(4);
  });

  test('of another revision say nothing of this commit', () => {
    const other = trace({ vcs: { type: 'git', revision: 'b'.repeat(40) } });
    expect(readAgentTraces(JSON.stringify(other), sha)?.ranges).toEqual([]);
  });

  test.each(['{}', '[]', 'null', '{"version":"1.0.0","files":[{"path":"a"}]}', ''])('%j is none', (text) => {
    expect(readAgentTraces(text, sha)?.ranges ?? null).toEqual(text === '' ? [] : null);
  });
});

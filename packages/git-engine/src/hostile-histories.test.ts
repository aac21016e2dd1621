import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { GitError } from './git/git-error.ts';
import { type HistoryRequest, readHistory } from './read-history.ts';
import { numstatDifferences, treeAgreement } from './referee/check-history.ts';
import {
  type MadeUpRepository,
  makeRepository,
  type PlannedCommit,
  type PlannedFile,
} from './referee/made-up-history.ts';
import { randomFrom } from './referee/random-history.ts';
import { readWhole } from './referee/read-whole.ts';

const PATIENCE = 120_000;
const made: { remove(): Promise<void> }[] = [];

afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

async function repositoryOf(...trees: Record<string, PlannedFile>[]): Promise<MadeUpRepository> {
  return await plannedRepository(
    trees.map((tree, index) => ({ parents: index === 0 ? [] : [index - 1], tree: new Map(Object.entries(tree)) })),
  );
}

async function plannedRepository(plan: readonly PlannedCommit[], format = 'sha1'): Promise<MadeUpRepository> {
  const repository = await makeRepository(plan, format);
  made.push(repository);
  return repository;
}

/** As git counts, and as git blames. */
async function expectAgreement(gitDir: string) {
  const reading = await readWhole(gitDir);
  expect(await numstatDifferences(gitDir, ['main'], reading.facts)).toEqual([]);
  expect((await treeAgreement(gitDir, reading.history)).differences).toEqual([]);
  return reading;
}

describe('contents of every kind are counted and blamed as git does', () => {
  test('files with Windows line endings, and a change of line endings is nobody’s work', async () => {
    const lines = ['first line here', 'second line here', 'third line here'];
    const { gitDir } = await repositoryOf(
      { 'a.txt': `${lines.join('\r\n')}\r\n` },
      { 'a.txt': `${lines.join('\n')}\n` },
    );
    const { facts } = await expectAgreement(gitDir);
    const [newest] = facts.commits;
    const changed = facts.lineChanges.filter((line) => line.sha === newest?.sha);
    expect(changed.map((line) => line.operation)).toEqual(['noop', 'noop', 'noop']);
    expect(changed.map((line) => line.text)).toEqual(lines);
  });

  test('a file that a merge itself renames, beside one that it changes', async () => {
    const text = (tag: string) => Array.from({ length: 12 }, (_, line) => `${tag} line ${line} of it\n`).join('');
    const tree = (files: Record<string, string>) => new Map(Object.entries(files));
    const moved = text('moved');
    const { gitDir, shas } = await plannedRepository([
      { parents: [], tree: tree({ 'old/name.txt': moved, 'a.txt': text('a') }) },
      { parents: [0], tree: tree({ 'old/name.txt': moved, 'a.txt': `left\n${text('a')}` }) },
      { parents: [0], tree: tree({ 'old/name.txt': moved, 'a.txt': `${text('a')}right\n` }) },
      {
        parents: [1, 2],
        tree: tree({ 'new/name.txt': moved, 'a.txt': `left\n${text('a')}right\n`, 'z.txt': 'own\n' }),
      },
    ]);
    const { facts } = await expectAgreement(gitDir);
    const routes = facts.mergeRoutes.filter(({ path }) => path === 'new/name.txt');
    expect(routes).toMatchObject([{ sha: shas[3], parent: 0, parentPaths: ['old/name.txt', 'old/name.txt'] }]);
  });

  test('a last line without a newline, before and after', async () => {
    const { gitDir } = await repositoryOf(
      { 'a.txt': 'one\ntwo' },
      { 'a.txt': 'one\ntwo\n' },
      { 'a.txt': 'one\ntwo\nthree' },
      { 'a.txt': 'one' },
      { 'a.txt': '' },
    );
    await expectAgreement(gitDir);
  });

  test('binary files, and files that are binary for a while', async () => {
    const binary = Buffer.from([0, 1, 2, 10, 3, 0, 10]);
    const { gitDir } = await repositoryOf(
      { 'a.bin': binary, 'b.txt': 'one\ntwo\nthree\n' },
      { 'a.bin': Buffer.concat([binary, binary]), 'b.txt': 'one\n\0\nthree\n' },
      { 'moved.bin': Buffer.concat([binary, binary]), 'b.txt': 'one\n2\nthree\n' },
    );
    const { facts } = await expectAgreement(gitDir);
    expect(facts.fileChanges.filter((file) => file.binary).length).toBe(5);
  });

  test('rewrites of long catalogues in a row, in which git log and git blame see different changes', async () => {
    const random = randomFrom(1);
    const entry = (text: string, index: number) =>
      [`#: file-${(index * 7) % 12}.c`, ...Array.from({ length: 5 }, (_, line) => `${text} ${index} ${line}`)].join(
        '\n',
      );
    const rest = Array.from({ length: 12_000 }, (_, index) => `obsolete ${index}\n\n`).join('');
    const catalogue = (textOf: () => string) =>
      `${Array.from({ length: 2000 }, (_, index) => entry(textOf(), index)).join('\n')}\n${rest}`;
    const rewritten = () => catalogue(() => (random(10) < 7 ? 'new' : 'old'));
    const { gitDir } = await repositoryOf(
      { 'words.po': catalogue(() => 'old'), 'others.po': catalogue(() => 'old') },
      { 'words.po': rewritten(), 'others.po': rewritten() },
      { 'words.po': rewritten(), 'others.po': rewritten() },
    );
    await expectAgreement(gitDir);
  });

  test('symbolic links, submodules and executable bits', async () => {
    const { gitDir } = await repositoryOf(
      { link: { mode: '120000', content: 'a.sh' }, 'a.sh': 'echo one\n', kept: 'x\n' },
      { link: { mode: '120000', content: 'b.sh' }, 'a.sh': { mode: '100755', content: 'echo one\n' }, kept: 'x\n' },
      { link: 'now a file\n', 'a.sh': { mode: '100755', content: 'echo two\n' }, kept: 'x\n' },
      { library: { mode: '160000', content: '1'.repeat(40) }, kept: 'x\n' },
      { library: { mode: '160000', content: '2'.repeat(40) }, kept: 'x\n' },
      { library: 'a file of that name\n', kept: 'x\n' },
    );
    const { facts } = await expectAgreement(gitDir);
    expect(facts.lineChanges.some((line) => line.path === 'library' && line.text.startsWith('Subproject'))).toBe(false);
  });

  test('lines that look like git’s own words', async () => {
    const odd = [
      'diff --git a/x b/x',
      '@@ -1 +1 @@',
      '--- a/x',
      '+++ b/x',
      '\\ No newline at end of file',
      '\u0001',
      ':100644',
    ];
    const { gitDir } = await repositoryOf(
      { x: `${odd.join('\n')}\n` },
      { x: `${odd.toReversed().join('\n')}\n` },
      { x: `${odd.map((line) => `-${line}`).join('\n')}` },
    );
    const { facts } = await expectAgreement(gitDir);
    expect(facts.lineChanges.filter((line) => line.sha === facts.commits.at(-1)?.sha).map((line) => line.text)).toEqual(
      odd,
    );
  });

  test(
    'a line of ten million bytes is kept in part and named by its size',
    async () => {
      const long = 'x'.repeat(10_000_000);
      const { gitDir } = await repositoryOf({ 'a.js': `start\n${long}\nend\n` }, { 'a.js': `start\n${long}y\nend\n` });
      const { facts } = await expectAgreement(gitDir);
      const [change] = facts.lineChanges;
      expect(change?.text.length).toBeLessThan(1100);
      expect(change?.text).toContain('(10000001 bytes)');
      expect(change?.operation).toBe('chg');
    },
    PATIENCE,
  );

  test('a file with more lines than are kept is counted, and its lines still have origins', async () => {
    const many = (tag: string) => Array.from({ length: 3000 }, (_, line) => `${tag} ${line}`).join('\n');
    const { gitDir } = await repositoryOf(
      { big: many('a'), small: 'one\n' },
      { big: `${many('a')}\nlast`, small: 'one\n' },
    );
    const limits = { lineBytes: 1000, fileLines: 1000, commitLines: 5000, commitText: 1_000_000 };
    const { history, facts } = await readWhole(gitDir, { limits });
    expect(await numstatDifferences(gitDir, ['main'], facts)).toEqual([]);
    expect((await treeAgreement(gitDir, history)).differences).toEqual([]);
    const first = facts.fileChanges.find((file) => file.path === 'big' && file.status === 'added');
    expect(first).toMatchObject({ oversized: true, scored: false, linesAdded: 3000 });
  });

  test('a file that is too large for its commit leaves the budget for those after it', async () => {
    const wide = Array.from({ length: 40 }, (_, line) => `${line} ${'x'.repeat(100)}`).join('\n');
    const { gitDir } = await repositoryOf({ 'a-small': 'one\n', 'b-wide': wide, 'c-small': 'two\n' });
    const limits = { lineBytes: 1000, fileLines: 100, commitLines: 100, commitText: 2000 };
    const { facts } = await readWhole(gitDir, { limits });
    expect(facts.fileChanges.map((file) => [file.path, file.oversized])).toEqual([
      ['a-small', false],
      ['b-wide', true],
      ['c-small', false],
    ]);
    expect(facts.lineChanges.map((line) => line.text)).toEqual(['one', 'two']);
  });

  test(
    'a commit of ten thousand files',
    async () => {
      const tree = Object.fromEntries(
        Array.from({ length: 10_000 }, (_, file) => [`d${file % 97}/f${file}.js`, `let v${file};\n`]),
      );
      const { gitDir } = await repositoryOf({ start: 'x\n' }, { start: 'x\n', ...tree });
      const { facts } = await readWhole(gitDir);
      expect(facts.commits[0]).toMatchObject({ filesChanged: 10_000, linesAdded: 10_000 });
    },
    PATIENCE,
  );
});

describe('names of every kind are read', () => {
  test('paths with quotes, line breaks, spaces and bytes that are not UTF-8', async () => {
    const paths = [
      'a "b".txt',
      'new\nline',
      ' lead',
      'tab\there',
      '\u00c3\u00a9t\u00c3\u00a9.txt',
      '\u00ff\u00fe.txt',
      '-option',
      ':colon',
    ];
    const tree = (text: string) => new Map<string, PlannedFile>(paths.map((path) => [path, text]));
    const { gitDir } = await plannedRepository([
      { parents: [], tree: tree('one\n') },
      { parents: [0], tree: tree('one\ntwo\n') },
    ]);
    const { facts } = await readWhole(gitDir);
    const seen = new Set(facts.fileChanges.map((file) => file.path));
    expect(seen).toEqual(
      new Set(['a "b".txt', 'new\nline', ' lead', 'tab\there', 'été.txt', 'ÿþ.txt', '-option', ':colon']),
    );
    expect(facts.commits.map((commit) => commit.linesAdded)).toEqual([8, 8]);
  });

  test('authors in any encoding, and times before 1970 or after 2200', async () => {
    const latin = Buffer.from('Zo\u00eb <zoe@example.com>', 'latin1');
    const { gitDir } = await plannedRepository([
      { parents: [], tree: new Map([['a', '1\n']]), author: latin, authoredAt: 99_999_999_999 },
      {
        parents: [0],
        tree: new Map([['a', '2\n']]),
        author: 'Jürgen <j@example.com>',
        message: 'Grüße\n\nmit \u0001 Zeichen',
      },
    ]);
    const { facts } = await readWhole(gitDir);
    expect(facts.commits.map((commit) => commit.authorName)).toEqual(['Jürgen', 'Zoë']);
    expect(facts.commits[0]?.message).toBe('Grüße\n\nmit \u0001 Zeichen');
    expect(facts.commits[1]?.authoredAt).toBe(Date.UTC(2200, 0, 1) / 1000 - 1);
  });
});

describe('what can’t be read is said clearly', () => {
  const failure = async (gitDir: string, more: Partial<HistoryRequest> = {}) =>
    await readWhole(gitDir, more).then(
      () => null,
      (error: unknown) => (error instanceof GitError ? error.code : error),
    );

  test('a repository with SHA-256 names is refused', async () => {
    const { gitDir } = await plannedRepository([{ parents: [], tree: new Map([['a', 'x\n']]) }], 'sha256');
    expect(await failure(gitDir)).toBe('sha256_repository');
  });

  test('a repository without commits says so', async () => {
    const { gitDir } = await plannedRepository([]);
    expect(await failure(gitDir)).toBe('empty_repository');
  });

  test('a folder without a repository says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linescope-nothing-'));
    made.push({ remove: () => rm(folder, { recursive: true }) });
    expect(await failure(folder)).toBe('not_a_repository');
  });

  test('a tip that does not exist, or looks like an option, is an unknown tip', async () => {
    const { gitDir } = await repositoryOf({ a: 'x\n' });
    expect(await failure(gitDir, { defaultTip: 'elsewhere' })).toBe('unknown_tip');
    expect(await failure(gitDir, { defaultTip: '--all' })).toBe('unknown_tip');
    expect(await failure(gitDir, { tips: ['--output=/tmp/x'] })).toBe('unknown_tip');
  });

  test('a partial clone is refused', async () => {
    const repository = await repositoryOf({ a: 'x\n' });
    await repository.git('config', 'remote.origin.promisor', 'true');
    expect(await failure(repository.gitDir)).toBe('partial_clone');
  });

  test('a repository with a missing object fails with the words of git', async () => {
    const repository = await repositoryOf({ a: 'one\n' }, { a: 'two\n' }, { a: 'three\n' });
    const blob = (await repository.git('rev-parse', 'main~1:a')).trim();
    await rm(join(repository.gitDir, 'objects', blob.slice(0, 2), blob.slice(2)));
    const error = await readWhole(repository.gitDir).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GitError);
    expect(error).toMatchObject({ code: 'git_failed', detail: expect.stringContaining(blob) });
  });

  test('a reading can be stopped', async () => {
    const { gitDir } = await repositoryOf({ a: 'x\n' });
    expect(await failure(gitDir, { signal: AbortSignal.abort() })).toBe('git_failed');
  });
});

test('a shallow clone is read down to its edge, and what lies below is older', async () => {
  const trees = Array.from({ length: 6 }, (_, age) => ({
    a: `${['one', 'two', 'three', 'four', 'five', 'six'].slice(0, age + 1).join('\n')}\n`,
  }));
  const { gitDir } = await repositoryOf(...trees);
  const clone = await mkdtemp(join(tmpdir(), 'linescope-shallow-'));
  made.push({ remove: () => rm(clone, { recursive: true, force: true }) });
  await promisify(execFile)('git', ['clone', '--quiet', '--bare', '--depth=3', `file://${gitDir}`, clone]);
  const { history, facts } = await readWhole(clone);
  expect(history.shallow).toBe(true);
  expect(facts.commits.map((commit) => commit.linesAdded)).toEqual([1, 1]);
});

test('messages of a megabyte make batches of few commits, which hold all of them in order', async () => {
  const message = 'word '.repeat(200_000);
  const { gitDir } = await plannedRepository(
    Array.from({ length: 40 }, (_, age) => ({
      parents: age === 0 ? [] : [age - 1],
      tree: new Map([['a', `${age}\n`]]),
      message: `${age} ${message}`,
    })),
  );
  const history = await readHistory({ gitDir, defaultTip: 'main', windowStart: 0 });
  const subjects: string[][] = [];
  for await (const { commits } of history.batches({ rows: 10_000 }))
    subjects.push(commits.map((commit) => commit.message.split(' ', 1)[0] ?? ''));
  await history.close();
  expect(subjects.flat()).toEqual(Array.from({ length: 40 }, (_, age) => String(39 - age)));
  expect(Math.max(...subjects.map((batch) => batch.length))).toBeLessThan(30);
});

test('nothing in the repository can make git run a program', async () => {
  const repository = await repositoryOf(
    { '.gitattributes': '* diff=evil\n', a: 'x\n' },
    { '.gitattributes': '* diff=evil\n', a: 'y\n' },
  );
  const trace = join(repository.gitDir, 'trace');
  for (const key of [
    'diff.evil.command',
    'diff.evil.textconv',
    'core.fsmonitor',
    'core.pager',
    'diff.external',
    'log.showSignature',
  ]) {
    await repository.git('config', key, key === 'log.showSignature' ? 'true' : `touch ${trace}; cat`);
  }
  await repository.git('config', 'core.attributesFile', join(repository.gitDir, 'evil-attributes'));
  await symlink('/dev/null', join(repository.gitDir, 'evil-attributes'));
  await repository.git('init', '--quiet', '--bare', repository.gitDir);
  const { facts } = await readWhole(repository.gitDir);
  expect(facts.commits.map((commit) => commit.linesAdded)).toEqual([1, 2]);
  await expect(promisify(execFile)('ls', [trace])).rejects.toThrow();
});

import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ai,
  type Files,
  hand,
  type Tally,
  type TrueLine,
  type WrittenHistory,
  writeHistory,
} from '../../testing/written-history.ts';

const total = { kept: 0, lost: 0, gained: 0 };
afterAll(() => {
  const share = ((100 * total.kept) / (total.kept + total.lost)).toFixed(2);
  process.stdout.write(
    `provenance through rewritten histories: ${total.kept} of ${total.kept + total.lost} AI lines kept (${share} %), ${total.gained} lines gained one they had not\n`,
  );
  expect(total.kept / (total.kept + total.lost)).toBeGreaterThanOrEqual(0.99);
  expect(total.gained).toBe(0);
});

/** Counts a history's lines; nothing may be gained anywhere, and nothing lost but what the case says. */
function check(tally: Tally, lost = 0): void {
  total.kept += tally.kept;
  total.lost += tally.lost.length;
  total.gained += tally.gained.length;
  expect(tally.gained).toEqual([]);
  expect(tally.lost.length, tally.lost.join('\n')).toBe(lost);
  expect(tally.kept).toBeGreaterThan(0);
}

async function withHistory(work: (history: WrittenHistory) => Promise<void>): Promise<void> {
  const history = await writeHistory();
  try {
    await work(history);
  } finally {
    await history.remove();
  }
}

const base = hand('import os', '', 'def start():', '    return 1', '', 'def stop():', '    return 2', '', 'end = True');
const CLAUDE = 'Co-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>';

/** A branch of three commits: an assistant's by its note, a person's, an assistant's by its trailer. */
async function branchOfThree(history: WrittenHistory, start: readonly TrueLine[]) {
  await history.git('checkout', '--quiet', '-b', 'feature');
  const block = ai('def parse(text):', '    for line in text:', '        yield line', '', '    return None', '');
  const one: Files = { 'app.py': [...start.slice(0, 2), ...block, ...start.slice(2)] };
  const c1 = await history.commit(one, { message: 'Parse', noted: true });
  const typed = hand('def check(text):', '    return None', '');
  const two: Files = { 'app.py': [...(one['app.py'] ?? []), ...typed] };
  const c2 = await history.commit(two, { message: 'Check' });
  const third = ai('def write(text):', '    return None', '');
  const three: Files = { 'app.py': [...(two['app.py'] ?? []), ...third], 'new.py': ai('x = 1', 'y = 2', '', '}') };
  const c3 = await history.commit(three, { message: `Write\n\n${CLAUDE}` });
  return { shas: [c1, c2, c3], files: three, head: c3, block, typed, third };
}

describe('a squash', () => {
  test('of a branch gives each line what its branch line had', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files, head, shas } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', `All of it (#1)\n\n${CLAUDE}`);
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, files);
      history.pull({ mergeSha: squash, squashSha: squash, headSha: head, commitShas: shas });
      check(await history.tally(squash));
    }));

  test('without word of the host is known by the files at the head of its branch', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', 'All of it');
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, files);
      check(await history.tally(squash));
    }));

  test('onto a main branch that went on in the same file keeps its lines, wherever they stand then', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files, head, shas } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', 'main');
      const header = hand('# licence', '# of this file', 'def other():', '    return None', '');
      await history.commit({ 'app.py': [...header, ...base] });
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', 'All of it (#1)');
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, { ...files, 'app.py': [...header, ...(files['app.py'] ?? [])] });
      history.pull({ mergeSha: squash, squashSha: squash, headSha: head, commitShas: shas });
      check(await history.tally(squash));
    }));

  test('of a branch that main was merged into counts what the branch wrote, not what main did', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base, 'lib.py': hand('a = 1', 'b = 2') });
      const { files, shas } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', 'main');
      const lib = hand('a = 1', 'b = 2', 'c = 3', '}');
      const header = hand('# licence', '');
      await history.commit({ 'app.py': [...header, ...base], 'lib.py': lib });
      await history.git('checkout', '--quiet', 'feature');
      await history.git('merge', '--quiet', '--no-edit', 'main');
      const merged = { ...files, 'app.py': [...header, ...(files['app.py'] ?? [])], 'lib.py': lib };
      await history.made(await history.git('rev-parse', 'HEAD'), merged);
      const more = ai('def last():', '    return None', '}');
      const after = { ...merged, 'lib.py': [...lib, ...more] };
      const head = await history.commit(after, { message: 'Last', noted: true });
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', 'All (#1)');
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, after);
      history.pull({ mergeSha: squash, headSha: head, commitShas: [...shas, head] });
      check(await history.tally(squash));
    }));

  test('that was rewritten in part on the way keeps only the lines that are the same', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files, head, shas, block } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', 'main');
      const rewritten = (files['app.py'] ?? []).map((line) => {
        if (line === block[0]) return hand('def parse(text, strict=False):')[0] ?? line;
        return line === block[2] ? (hand('        yield line.strip()')[0] ?? line) : line;
      });
      const after = { ...files, 'app.py': [...rewritten, ...hand('}', '    return None', '')] };
      const squash = await history.commit(after, { message: 'All of it (#1)' });
      history.pull({ mergeSha: squash, squashSha: squash, headSha: head, commitShas: shas });
      check(await history.tally(squash));
    }));

  test('with lines of two sessions between each other keeps all of them (#950)', () =>
    withHistory(async (history) => {
      const start = hand('one', 'two', 'three', 'four', 'five', 'six');
      await history.commit({ 'a.txt': start });
      await history.git('checkout', '--quiet', '-b', 'feature');
      const first = start.flatMap((line, at) => [line, ...ai(`first ${at}`, '')]);
      const c1 = await history.commit({ 'a.txt': first }, { message: 'First', noted: true });
      const second = first.flatMap((line, at) => (at % 2 === 0 ? [line, ...ai(`second ${at}`, '}')] : [line]));
      const c2 = await history.commit({ 'a.txt': second }, { message: 'Second', noted: true });
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', 'Both');
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, { 'a.txt': second });
      history.pull({ mergeSha: squash, headSha: c2, commitShas: [c1, c2] });
      check(await history.tally(squash));
    }));

  test('gives nothing to the commits that main has just before it (#1473)', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files, head, shas } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', 'main');
      const b1 = await history.commit({ 'other.py': hand('    return None', '', '}') }, { message: 'Unrelated' });
      const b2 = await history.commit({ 'new2.py': hand('x = 1', 'y = 2', '', '}') }, { message: 'Also unrelated' });
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', 'All of it (#1)');
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, {
        ...files,
        'other.py': hand('    return None', '', '}'),
        'new2.py': hand('x = 1', 'y = 2', '', '}'),
      });
      history.pull({ mergeSha: squash, headSha: head, commitShas: shas });
      check(await history.tally(b1, b2, squash));
    }));

  test('behind a merge that the host names instead of it is found (#2079)', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files, head, shas } = await branchOfThree(history, base);
      await history.git('checkout', '--quiet', '-b', 'queue', 'main');
      await history.git('merge', '--squash', 'feature');
      await history.git('commit', '--quiet', '-m', 'Feature');
      const squash = await history.git('rev-parse', 'HEAD');
      await history.made(squash, files);
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--quiet', '--no-ff', '--no-edit', 'queue');
      const merge = await history.git('rev-parse', 'HEAD');
      await history.made(merge, files);
      history.pull({ mergeSha: merge, headSha: head, commitShas: shas });
      check(await history.tally(squash, merge));
    }));

  test('in a merge queue of two keeps both apart', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base, 'b.py': base });
      await history.git('checkout', '--quiet', '-b', 'one');
      const a = [...base, ...ai('def one():', '    return 1', '', '}')];
      const one = await history.commit({ 'a.py': a }, { message: 'One', noted: true });
      await history.git('checkout', '--quiet', '-b', 'two', 'main');
      const b = [...base, ...hand('def two():', '    return 1', '', '}')];
      const two = await history.commit({ 'b.py': b }, { message: 'Two' });
      await history.git('checkout', '--quiet', '-b', 'queue', 'main');
      const landed: string[] = [];
      for (const [branch, files] of [
        ['one', { 'a.py': a, 'b.py': base }],
        ['two', { 'a.py': a, 'b.py': b }],
      ] as const) {
        await history.git('merge', '--squash', branch);
        await history.git('commit', '--quiet', '-m', `${branch} (#1)`);
        const sha = await history.git('rev-parse', 'HEAD');
        await history.made(sha, files);
        landed.push(sha);
      }
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--quiet', '--ff-only', 'queue');
      history.pull({ mergeSha: landed[0] ?? '', headSha: one, commitShas: [one] });
      history.pull({ mergeSha: landed[1] ?? '', headSha: two, commitShas: [two] });
      check(await history.tally(...landed));
    }));
});

describe('a rebase', () => {
  test('onto another branch keeps the lines of each of its commits (#97)', () =>
    withHistory(async (history) => {
      await history.commit({ 'app.py': base });
      const { files, head } = await branchOfThree(history, base);
      await history.keep(head);
      await history.git('checkout', '--quiet', 'main');
      const other = hand('test');
      await history.commit({ 'b.txt': other }, { message: 'test2' });
      await history.git('checkout', '--quiet', 'feature');
      await history.git('rebase', '--quiet', 'main');
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--quiet', '--ff-only', 'feature');
      const shas = (await history.git('rev-list', '--reverse', 'HEAD~3..HEAD')).split('\n');
      const all = files['app.py'] ?? [];
      await history.made(shas[0] ?? '', { 'app.py': all.slice(0, base.length + 6) });
      await history.made(shas[1] ?? '', { 'app.py': all.slice(0, base.length + 9) });
      await history.made(shas[2] ?? '', files);
      check(await history.tally(...shas));
    }));

  test('with a conflict keeps what was not resolved by hand (#1079)', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base });
      await history.git('checkout', '--quiet', '-b', 'feature');
      const written = ai('def start(text):', '    count = len(text)', '    return count');
      const mine = [...base.slice(0, 2), ...written, ...base.slice(4)];
      const c1 = await history.commit(
        { 'a.py': mine, 'clean.py': ai('alpha = 1', 'beta = 2') },
        { message: 'Mine', noted: true },
      );
      await history.keep(c1);
      await history.git('checkout', '--quiet', 'main');
      const theirs = [...base.slice(0, 2), ...hand('def start(name):', '    return name'), ...base.slice(4)];
      await history.commit({ 'a.py': theirs }, { message: 'Theirs' });
      await history.git('checkout', '--quiet', 'feature');
      await history.git('rebase', '--quiet', 'main').catch(() => {});
      const resolved = [...base.slice(0, 2), ...hand('def start(name, text):'), ...written.slice(1), ...base.slice(4)];
      const folder = await history.git('rev-parse', '--show-toplevel');
      await writeFile(`${folder}/a.py`, resolved.map(({ text }) => `${text}\n`).join(''));
      await history.git('add', 'a.py');
      await history.git('rebase', '--continue');
      const sha = await history.git('rev-parse', 'HEAD');
      await history.made(sha, { 'a.py': resolved, 'clean.py': ai('alpha = 1', 'beta = 2') });
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--quiet', '--ff-only', 'feature');
      check(await history.tally(sha));
    }));

  test('that folds a follow-up into its commit keeps the lines of both (#1079)', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base });
      await history.git('checkout', '--quiet', '-b', 'feature');
      const first = ai('def first():', '    return 1', '');
      const c1 = await history.commit({ 'a.py': [...base, ...first] }, { message: 'First', noted: true });
      const more = ai('def more():', '    return 1', '');
      const whole = [...base, ...first, ...more];
      const c2 = await history.commit({ 'a.py': whole }, { message: 'fixup! First', noted: true });
      await history.keep(c2);
      await history.git('rebase', '--quiet', '--interactive', '--autosquash', 'main');
      const sha = await history.git('rev-parse', 'HEAD');
      expect(sha).not.toBe(c1);
      await history.made(sha, { 'a.py': whole });
      await history.git('checkout', '--quiet', 'main');
      await history.git('merge', '--quiet', '--ff-only', 'feature');
      check(await history.tally(sha));
    }));
});

describe('a commit made again', () => {
  test('by an amendment keeps its lines, and those added by hand are not the assistant’s', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base });
      const block = ai('def first():', '    return 1', '', 'def second():', '    return 2', '');
      const sha = await history.commit({ 'a.py': [...base, ...block] }, { message: 'First', noted: true });
      await history.keep(sha);
      const amended = [
        ...base,
        ...block.slice(0, 1),
        ...hand('    log()'),
        ...block.slice(1),
        ...hand('', 'def third():', '    return 1'),
      ];
      const again = await history.commit({ 'a.py': amended }, { message: 'First, amended', amend: true });
      check(await history.tally(again));
    }));

  test('by a cherry-pick to another branch keeps its lines, further down and among others', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base });
      await history.git('branch', 'release');
      const block = ai('def first():', '    return 1', '');
      const picked = await history.commit({ 'a.py': [...base, ...block] }, { message: 'First', noted: true });
      await history.git('checkout', '--quiet', 'release');
      const header = hand('# release', '');
      await history.commit({ 'a.py': [...header, ...base] }, { message: 'Header' });
      await history.git('cherry-pick', '-x', picked);
      const sha = await history.git('rev-parse', 'HEAD');
      await history.made(sha, { 'a.py': [...header, ...base, ...block] });
      check(await history.tally(sha));
    }));

  test('by the revert of its revert keeps its lines', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base });
      const block = ai('def first():', '    return 1', '');
      const sha = await history.commit({ 'a.py': [...base, ...block] }, { message: 'First', noted: true });
      await history.git('revert', '--no-edit', sha);
      const gone = await history.git('rev-parse', 'HEAD');
      await history.made(gone, { 'a.py': base });
      const more = hand('def other():', '    return 1', '');
      await history.commit({ 'a.py': [...more, ...base] }, { message: 'Other' });
      await history.git('revert', '--no-edit', gone);
      const again = await history.git('rev-parse', 'HEAD');
      await history.made(again, { 'a.py': [...more, ...base, ...block] });
      check(await history.tally(again));
    }));

  test('by another person who writes the same line later is hers', () =>
    withHistory(async (history) => {
      await history.commit({ 'a.py': base });
      const line = ai('import sys');
      const sha = await history.commit({ 'a.py': [...line, ...base] }, { message: 'Import', noted: true });
      await history.commit({ 'a.py': base }, { message: 'Drop' });
      const again = await history.commit({ 'a.py': [...hand('import sys'), ...base] }, { message: 'Import it' });
      check(await history.tally(sha, again));
    }));
});

/** Numbers that are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const COMMON = ['', '}', '    return None', '    x += 1', 'else:'];

describe('drawn by lot', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'squash %i of a branch of both, rewritten in part, onto a main branch that went on',
    (seed) =>
      withHistory(async (history) => {
        const random = createRandom(seed);
        const write = (who: typeof ai, name: string): TrueLine[] =>
          Array.from({ length: 3 + random(12) }, (_, at) =>
            who(random(3) === 0 ? (COMMON[random(COMMON.length)] ?? '') : `${name} ${at} ${random(1_000_000)}`),
          ).flat();
        const start = Array.from({ length: 60 }, (_, at) => hand(`base ${at}`)).flat();
        const insert = (into: readonly TrueLine[], block: TrueLine[], behind: TrueLine | undefined) =>
          into.flatMap((line) => (line === behind ? [line, ...block] : [line]));
        await history.commit({ 'a.txt': start });
        await history.git('checkout', '--quiet', '-b', 'feature');
        let branch = start;
        const shas: string[] = [];
        for (let at = 0; at < 8; at++) {
          const isAi = random(2) === 0;
          branch = insert(branch, write(isAi ? ai : hand, `step ${at}`), start[4 * (1 + random(13))]);
          shas.push(await history.commit({ 'a.txt': branch }, { message: `Step ${at}`, noted: isAi }));
        }
        await history.git('checkout', '--quiet', 'main');
        const ofMain = [2, 30, 54].map((at) => ({ behind: start[at], block: write(hand, `main ${at}`) }));
        const onto = (lines: readonly TrueLine[]) =>
          ofMain.reduce((all, { behind, block }) => insert(all, block, behind), [...lines]);
        await history.commit({ 'a.txt': onto(start) }, { message: 'Go on' });
        // On the way, one line in ten is written anew by hand.
        const landed = onto(branch).map((line, at) =>
          start.includes(line) || random(10) > 0 ? line : (hand(`rewritten ${at} ${random(1_000_000)}`)[0] ?? line),
        );
        const squash = await history.commit({ 'a.txt': landed }, { message: 'All of it (#1)' });
        history.pull({ mergeSha: squash, squashSha: squash, headSha: shas.at(-1) ?? '', commitShas: shas });
        const tally = await history.tally(squash);
        // A bracket next to a rewritten line may be any bracket: it is lost rather than guessed.
        expect(tally.lost.length).toBeLessThanOrEqual(1);
        check(tally, tally.lost.length);
      }),
  );
});

import { subjectsOf, textAt } from './ask-both.ts';
import type { Verdict } from './judge-line.ts';

const WIDTH = 74;
const MOST_VERSIONS = 6;

/** Lines whose chain differs from git's answer, of each kind some. */
export async function showSideBySide(
  gitDir: string,
  verdicts: readonly Verdict[],
  count: number,
  write: (text: string) => void,
): Promise<void> {
  const beyond = verdicts.filter((verdict) => !verdict.isInFirstAnswer);
  const shorter = verdicts.filter(({ git, ours, isInFirstAnswer }) => isInFirstAnswer && git.length > ours.length);
  const kinds = [
    beyond.filter((verdict) => !verdict.isBorneOut),
    beyond.filter((verdict) => verdict.isBorneOut),
    shorter.filter(({ ours }) => ours.length > 1),
    shorter.filter(({ ours }) => ours.length === 1),
  ];
  const chosen = Array.from({ length: count }, (_, turn) => kinds.map((kind) => kind[turn] ?? []))
    .flat(2)
    .slice(0, count);
  write(
    `${beyond.length} chains go beyond git's answer, ${shorter.length} leave out commits of it; ${chosen.length} of them,`,
  );
  write(`ours on the left, git's on the right:`);
  for (const { asked, ours, git, isBorneOut, doesBlameAgree } of chosen) {
    write('');
    write(
      `${asked.at.slice(0, 9)} ${asked.path}:${asked.line}  |${await lineText(gitDir, { ...asked, sha: asked.at })}|${isBorneOut ? '' : '  (not borne out)'}${doesBlameAgree ? '  (git blame says what we say)' : ''}`,
    );
    const left = await Promise.all(
      ours
        .slice(0, MOST_VERSIONS)
        .map(
          async (version) =>
            `${version.sha.slice(0, 9)} ${version.path.split('/').at(-1)}:${version.line} |${await lineText(gitDir, version)}|`,
        ),
    );
    const right = await subjectsOf(gitDir, git.slice(0, MOST_VERSIONS));
    if (git.length > MOST_VERSIONS) right.push(`and ${git.length - MOST_VERSIONS} more`);
    if (ours.length > MOST_VERSIONS) left.push(`and ${ours.length - MOST_VERSIONS} more`);
    for (let row = 0; row < Math.max(left.length, right.length); row++) {
      write(`  ${(left[row] ?? '').slice(0, WIDTH).padEnd(WIDTH)}  ${(right[row] ?? '').slice(0, WIDTH)}`);
    }
  }
}

const lineText = async (gitDir: string, { sha, path, line }: { sha: string; path: string; line: number }) =>
  ((await textAt(gitDir, sha, { path, line })) ?? '').trim().slice(0, 50);

/** What is known of commits by their shas: the table `sha_facts`, of which migration 0024 says what it holds. */

/** The key of a commit, in SQL. */
export const commitKey = (repoId: string, sha: string): string =>
  `toFixedString(concat(unhex(${sha}), reinterpretAsFixedString(${repoId})), 28)`;

/** The number by which it is found, which another commit may share, in SQL. */
export const commitLookup = (repoId: string, sha: string): string =>
  `bitXor(reinterpretAsUInt64(unhex(substring(${sha}, 1, 16))), ${repoId})`;

export const scoreFact = (scoreVersion: number): string => `score ${scoreVersion}`;
const CHILD = 'child ';
export const PULL = 'pull ';
const RELEASED = 'released';

/** As the store writes a version, so that of two texts the greater is the newer, in SQL. */
export const versionText = (version: string): string => `leftPad(toString(${version}), ${VERSION_DIGITS}, '0')`;
export const VERSION_DIGITS = 20;

export interface CommitFacts {
  repo_id: number;
  sha: string;
  is_scored: boolean;
  /** Both are of its score, 0 without one. */
  authored_s: number;
  delta: number;
  children: string[];
  /** The pull requests that held it, each with the newest version that did. */
  pulls: [number: number, version: number][];
  /** When it was first released, in milliseconds. */
  released_ms: number | null;
}

type CommitName = Pick<CommitFacts, 'repo_id' | 'sha'>;

const SHA_DIGITS = 40;
const REPO_BYTES = 8;

/** The key as hexadecimal digits in lower case; the bytes of a repo's id begin with the lowest. */
export function writeKey({ repo_id: repoId, sha }: CommitName): string {
  const repo = Buffer.alloc(REPO_BYTES);
  repo.writeBigUInt64LE(BigInt(repoId));
  return sha + repo.toString('hex');
}

export const readKey = (digits: string): CommitName => ({
  repo_id: Number(Buffer.from(digits.slice(SHA_DIGITS), 'hex').readBigUInt64LE()),
  sha: digits.slice(0, SHA_DIGITS),
});

const LOOKUP_BYTES = 8;

/** What a code host sent for a sha may be none, and then finds nothing. */
export function lookupOf({ repo_id: repoId, sha }: CommitName): bigint {
  const bytes = Buffer.alloc(LOOKUP_BYTES);
  Buffer.from(sha.slice(0, 2 * LOOKUP_BYTES), 'hex').copy(bytes);
  return bytes.readBigUInt64LE() ^ BigInt(repoId);
}

export function readFacts(
  { repo_id, sha }: CommitName,
  names: readonly string[],
  values: readonly string[],
  scoreVersion: number,
): CommitFacts {
  const read: CommitFacts = {
    repo_id,
    sha,
    is_scored: false,
    authored_s: 0,
    delta: 0,
    children: [],
    pulls: [],
    released_ms: null,
  };
  const score = scoreFact(scoreVersion);
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    if (name.startsWith(CHILD)) read.children.push(name.slice(CHILD.length));
    else if (name.startsWith(PULL)) read.pulls.push([Number(name.slice(PULL.length)), Number(value)]);
    else if (name === RELEASED) {
      const [, released] = value.split(' ');
      read.released_ms = released ? Number(released) : null;
    } else if (name === score) {
      const [, authored, delta] = value.split(' ');
      Object.assign(read, { is_scored: true, authored_s: Number(authored), delta: Number(delta) });
    }
  }
  return read;
}

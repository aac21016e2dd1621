/** What a commit's message says of the commits it comes from; the first few only, since anyone may write any number. */
const MOST = 20;

const shas = (message: string, pattern: RegExp): string[] =>
  [...message.matchAll(pattern)].slice(0, MOST).map((match) => (match[1] ?? '').toLowerCase());

export const pickedFrom = (message: string): string[] => shas(message, /cherry[- ]picked from commit ([0-9a-f]{40})/gi);

export const reverts = (message: string): string[] => shas(message, /This reverts commit ([0-9a-f]{40})/gi);

/** As code hosts write it: `Reverts acme/app#12`, `Reverts #12`. */
export const revertedPulls = (message: string): number[] =>
  [...message.matchAll(/^Reverts (?:[\w./-]+)?[#!](\d{1,9})\b/gim)].slice(0, MOST).map((match) => Number(match[1]));

export const subjectOf = (message: string): string => (message.split('\n', 1)[0] ?? '').trim().slice(0, 300);

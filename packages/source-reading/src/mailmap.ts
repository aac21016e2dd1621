/**
 * `.mailmap` by git's own rules (mailmap.c): names and addresses match in any ASCII case, a later entry
 * for the same old address replaces what it states, and what follows the addresses is passed over.
 */
export type Person = { readonly name: string; readonly email: string };

export type Mailmap = {
  /** The name and address a person wishes to be known by. */
  resolve(name: string, email: string): Person;
};

type Replacement = { name: string | null; email: string | null };
type Entry = Replacement & { readonly byName: Map<string, Replacement> };

const fold = (text: string) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

const isGitSpace = (code: number) => code === 32 || code === 9 || code === 10 || code === 13;

function trimAsGit(text: string): string | null {
  let start = 0;
  let end = text.length;
  while (start < end && isGitSpace(text.charCodeAt(start))) start++;
  while (end > start && isGitSpace(text.charCodeAt(end - 1))) end--;
  return start === end ? null : text.slice(start, end);
}

type Address = { readonly name: string | null; readonly email: string; readonly rest: string | null };

function parseAddress(text: string, allowEmpty: boolean): Address | null {
  const left = text.indexOf('<');
  const right = left < 0 ? -1 : text.indexOf('>', left + 1);
  if (right < 0 || (!allowEmpty && right === left + 1)) return null;
  const rest = text.slice(right + 1);
  return { name: trimAsGit(text.slice(0, left)), email: text.slice(left + 1, right), rest: rest === '' ? null : rest };
}

function addEntry(entries: Map<string, Entry>, line: string): void {
  if (line.startsWith('#')) return;
  const first = parseAddress(line, false);
  if (first === null) return;
  const second = first.rest === null ? null : parseAddress(first.rest, true);
  const oldName = second?.name ?? null;
  const key = fold(second?.email ?? first.email);
  const entry = entries.get(key) ?? { name: null, email: null, byName: new Map<string, Replacement>() };
  entries.set(key, entry);
  const newEmail = second === null ? null : first.email;
  if (oldName !== null) {
    entry.byName.set(fold(oldName), { name: first.name, email: newEmail });
    return;
  }
  if (first.name !== null) entry.name = first.name;
  if (newEmail !== null) entry.email = newEmail;
}

export function parseMailmap(bytes: Uint8Array): Mailmap {
  // Git reads the file as one C string: what follows a NUL is not read.
  const nul = bytes.indexOf(0);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(nul < 0 ? bytes : bytes.subarray(0, nul));
  const entries = new Map<string, Entry>();
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    addEntry(entries, text.slice(start, end));
    start = end + 1;
  }
  return {
    resolve(name, email) {
      const entry = entries.get(fold(email));
      const found = entry?.byName.get(fold(name)) ?? entry;
      return { name: found?.name ?? name, email: found?.email ?? email };
    },
  };
}

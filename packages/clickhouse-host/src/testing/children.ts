import { readFile } from 'node:fs/promises';

/** The processes that a process started itself, where there is a /proc to find them in. */
export async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

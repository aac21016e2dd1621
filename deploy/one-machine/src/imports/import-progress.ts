import { z } from 'zod';
import type { Ready } from '../stack/ready-file.ts';

const Import = z.object({
  repo_path: z.string(),
  import_status: z.string(),
  percent_complete: z.number(),
  commits_complete_count: z.number(),
  default_branch_processed_back_through: z.string().nullable(),
  error_em: z.string().nullable(),
  error_detail: z.string(),
});
type Import = z.infer<typeof Import>;

const Answer = z.object({ repos: z.array(Import) });
const BAR = 30;
const POLL_MS = 500;

/** Shows an import's progress from the fields the API gives, until it ends; 0 where it completed. */
export async function watchImport(ready: Ready, repoPath: string, screen: NodeJS.WriteStream): Promise<number> {
  let shown = '';
  for (;;) {
    const found = await readImport(ready, repoPath);
    const line = found ? describe(found) : 'queued';
    if (line !== shown) screen.write(screen.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
    shown = line;
    if (found && isOver(found.import_status)) {
      if (screen.isTTY) screen.write('\n');
      if (found.error_em !== null) screen.write(`${found.error_detail} (${found.error_em})\n`);
      return found.import_status === 'processing_completed' ? 0 : 1;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export function describe(found: Import): string {
  const filled = Math.round((found.percent_complete / 100) * BAR);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
  const back = found.default_branch_processed_back_through?.slice(0, 10);
  const counts = `${found.commits_complete_count} commits${back ? `, back to ${back}` : ''}`;
  return `${found.repo_path}  ${bar} ${String(found.percent_complete).padStart(3)} %  ${found.import_status}  ${counts}`;
}

const isOver = (status: string): boolean => /^(processing_completed|unable_|could_not_)/.test(status);

async function readImport(ready: Ready, repoPath: string): Promise<Import | undefined> {
  const url = `${ready.base_url}/api/v1/imports?resource_path=${ready.entity_slug}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${ready.api_token}` } });
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1000));
    return readImport(ready, repoPath);
  }
  if (!response.ok) throw new Error(`The API answered ${response.status} while the import was under way.`);
  return Answer.parse(await response.json()).repos.find((repo) => repo.repo_path === repoPath);
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { ROOT } from '@linescope/one-machine/settings';
import { eventually } from '@linescope/test-kit/eventually';
import { startStack } from './start-stack.ts';
import { onDay, serveTalkativeRepo } from './talkative-repo.ts';

export type ConsoleWorld = Awaited<ReturnType<typeof makeConsoleWorld>>;

/** The console on a stack of its own: a repo with everything a host can say, a team, releases, a defect and a survey. */
export async function makeConsoleWorld() {
  await promisify(execFile)(process.execPath, [join(ROOT, 'console', 'build.mjs')]);
  const stack = await startStack();
  await stack.startWorker();
  const repo = await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
  const admin = await stack.tenant('acme');
  await stack.connect(admin);
  const api = stack.callerOf(admin);
  await api.post('/imports', { resource_path: 'acme', repo_path: repo.path });
  await eventually(async () => {
    const { repos } = (await api.get('/imports', { resource_path: 'acme' })).body;
    return repos.some((row: { import_status: string }) => row.import_status === 'processing_completed');
  }, 60_000);
  const { context } = stack.identity.started;
  const member = await makeTenant(context, { slug: 'acme', role: 'member', email: 'ada@example.com' });
  const manager = await makeTenant(context, { slug: 'acme', role: 'manager', email: 'mia@acme.example' });
  await api.post('/teams', { name: 'Sums', developer_members: ['grace'], manager_members: ['mia@acme.example'] });
  for (const [index, commit] of [0, 3, 6].entries())
    await api.post('/releases', {
      resource_path: 'acme/acme/sums',
      name: `v${index + 1}`,
      release_sha: repo.sha(commit),
      released_at: onDay(commit + 20),
    });
  await api.post('/critical_defects', {
    resource_path: 'acme/acme/sums',
    defect_key: 'D1',
    detected_at: onDay(22),
    fix_released_at: onDay(24),
  });
  await api.post('/critical_defects', { resource_path: 'acme/acme/sums', defect_key: 'D2', detected_at: onDay(30) });
  await api.post('/surveys', {
    title: 'How is it going?',
    team_slug: 'sums',
    questions: JSON.stringify([
      { kind_em: 'rating_1_5', text: 'I can focus.' },
      { kind_em: 'single_choice', text: 'What slows you?', options: ['Reviews', 'Builds'] },
      { kind_em: 'text', text: 'What else?' },
    ]),
  });
  return { stack, admin, member, manager, api };
}

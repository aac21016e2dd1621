import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProcessFailure } from '@linescope/local-stores/running-process';
import { z } from 'zod';
import { ROOT } from '../settings.ts';
import { Demo } from './secrets.ts';

export const ADMIN_ENTRY = join(ROOT, 'services/identity/src/admin/main.ts');

/** The admin of the demo entity, whom the link of `npm start` signs in. */
const DEMO_ADMIN = 'admin@demo.example';

const Seeded = z.object({
  entity_slug: z.string(),
  api_token: z.string().nullable(),
  admin_token: z.string().nullable(),
});

/**
 * Makes the demo entity and connects it to the local code host. Tokens are issued where none are kept; those of a start that
 * was cut short before it kept them are revoked. Undefined while identity has no command for it.
 */
export async function seedDemo(env: Record<string, string>, kept: Demo | undefined): Promise<Demo | undefined> {
  if (!existsSync(ADMIN_ENTRY)) return undefined;
  try {
    const args = ['seed-demo', ...(kept === undefined ? ['--rotate'] : [])];
    const seeded = Seeded.parse(await runAdmin(args, env));
    return Demo.parse({
      entity_slug: seeded.entity_slug,
      api_token: seeded.api_token ?? kept?.api_token,
      admin_token: seeded.admin_token ?? kept?.admin_token,
    });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new ProcessFailure('identity', 'could not make the demo entity', said.trim().split('\n').slice(-20));
  }
}

const Link = z.object({ url: z.string() });

/** An address that signs in to the console as the demo's admin, once; undefined where the demo entity is gone. */
export async function demoSignInLink(env: Record<string, string>, demo: Demo): Promise<string | undefined> {
  const made = await runAdmin(['sign-in-link', DEMO_ADMIN, '--entity', demo.entity_slug], env).catch(() => undefined);
  return Link.safeParse(made).data?.url;
}

/** What an admin command prints as JSON. */
async function runAdmin(args: string[], env: Record<string, string>): Promise<unknown> {
  const command = [ADMIN_ENTRY, ...args, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, env, timeout: 60_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

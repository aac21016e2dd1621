/**
 * What the local vendors of the other tests answer has the vendors' own shapes. Code hosts are held to their published types by
 * the compiler (`AnswerOf`, `Fits`); here are those whose schemas are no types.
 */
import { CLAUDE, COPILOT, COPILOT_ENTERPRISE_TEAMS, CURSOR } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { claudeCodeReport } from './testing/documented/claude-code-analytics.ts';
import { copilotUserLine, copilotUserTeamLine } from './testing/documented/copilot-report.ts';
import { cursorDailyUsage, cursorUsageEvents } from './testing/documented/cursor-admin.ts';
import { jiraFaults } from './testing/jira-faults.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from './testing/local-host.ts';
import { type Script, subjects } from './testing/subjects.ts';

/** Everything that a subject is given while it reads, whole and in pages. */
async function answersTo(name: string): Promise<{ path: string; body: unknown }[]> {
  const subject = subjects.find((one) => one.name === name);
  if (!subject) throw new Error(`there is no subject ${name}`);
  const given: { path: string; body: unknown }[] = [];
  const record =
    (script: Script) =>
    (request: Received, url: string): Reply => {
      const reply = script(request, url);
      given.push({ path: request.path, body: reply.body });
      return reply;
    };
  for (const script of [subject.works, subject.paged]) {
    await using local = await startLocalHost(record(script));
    await subject.read(local.url, testRuntime());
  }
  expect(given).not.toEqual([]);
  return given;
}

test('Jira: every answer has the shape of the vendor’s description', async () => {
  for (const { path, body } of await answersTo('Jira Cloud')) expect(jiraFaults(path, body), path).toEqual([]);
});

test('Jira: an answer of another shape would be noticed', () => {
  const path = '/rest/api/3/search/jql';
  expect(jiraFaults(path, { issues: [{ id: 1, key: 'SUM-1' }] })).not.toEqual([]);
  expect(jiraFaults(path, { issues: [{ id: '1', keyy: 'SUM-1' }] })).not.toEqual([]);
  expect(jiraFaults(path, { issues: [{ id: '1', fields: { status: { title: 'Done' } } }] })).not.toEqual([]);
});

const documented: [provider: string, path: RegExp, schema: z.ZodType][] = [
  [CLAUDE, /claude_code$/, claudeCodeReport],
  [CURSOR, /daily-usage-data$/, cursorDailyUsage],
  [CURSOR, /filtered-usage-events$/, cursorUsageEvents],
  [COPILOT, /^\/files\/users-1-day/, copilotUserLine],
  [COPILOT_ENTERPRISE_TEAMS, /^\/files\/users-1-day/, copilotUserLine],
  [COPILOT_ENTERPRISE_TEAMS, /^\/files\/user-teams-1-day/, copilotUserTeamLine],
];

test.each(documented)(
  '%s: answers of %s have the fields that the vendor documents, and no others',
  async (provider, asked, schema) => {
    const bodies = (await answersTo(provider)).filter(({ path }) => asked.test(path)).map(({ body }) => body);
    expect(bodies).not.toEqual([]);
    const things = bodies.flatMap((body) =>
      typeof body === 'string'
        ? body
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [body],
    );
    for (const thing of things) expect(schema.safeParse(thing)).toMatchObject({ success: true });
  },
);

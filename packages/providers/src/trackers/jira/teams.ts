import { z } from 'zod';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { hostId } from '../../reading/host-id.ts';
import { maybeText } from '../../reading/instant.ts';
import type { HostTeam } from '../../team.ts';
import { concernsPartOnly, type TeamPage } from '../tracker.ts';
import { userSchema } from './schemas.ts';

const project = z.object({ id: hostId, key: z.string(), name: z.string() });
const projectPageSchema = z.object({ values: z.array(project), isLast: z.boolean().nullish() });
const projectsSchema = z.array(project);
const rolesSchema = z.record(z.string(), z.string());
const roleSchema = z.object({
  actors: z
    .array(
      z.object({
        type: z.string(),
        /** Of a self-managed server's users, and of groups. */
        name: maybeText.optional(),
        actorUser: z.object({ accountId: z.string() }).nullish(),
        actorGroup: z.object({ groupId: maybeText.optional(), name: maybeText.optional() }).nullish(),
      }),
    )
    .nullish(),
});
const groupSchema = z.object({ values: z.array(userSchema), isLast: z.boolean().nullish() });

const PAGE = 50;

/**
 * A project is a team: those who have a role in it, by themselves or in a group. Only who lets the tracker give their email
 * can be known again among developers.
 */
export async function* jiraTeams(
  client: ProviderClient,
  { api, cloud }: { api: string; cloud: boolean },
): AsyncGenerator<TeamPage> {
  const emailOfUser = new Map<string, string | null>();
  const emailsOfGroup = new Map<string, string[]>();

  async function emailOf(query: Record<string, string>): Promise<string[]> {
    const key = Object.values(query).join();
    let email = emailOfUser.get(key);
    if (email === undefined) {
      const { data: user } = await client.send({ path: `${api}/user`, schema: userSchema, query });
      email = user?.accountType === 'app' ? null : (user?.emailAddress ?? null);
      emailOfUser.set(key, email);
    }
    return email === null ? [] : [email];
  }

  async function emailsOf(group: Record<string, string>): Promise<string[]> {
    const key = Object.values(group).join();
    const known = emailsOfGroup.get(key);
    if (known) return known;
    const emails: string[] = [];
    const list = client.openList('inMemory');
    for (let startAt = 0; ; ) {
      const query = { ...group, startAt, maxResults: PAGE };
      const { data } = await client.send({ path: `${api}/group/member`, schema: groupSchema, query, list });
      emails.push(...data.values.flatMap((user) => user?.emailAddress ?? []));
      startAt += data.values.length;
      if (data.isLast !== false || data.values.length === 0) break;
    }
    emailsOfGroup.set(key, emails);
    return emails;
  }

  async function membersOf(projectId: string): Promise<string[]> {
    const roles = (
      await client.send({ path: `${api}/project/${encodeURIComponent(projectId)}/role`, schema: rolesSchema })
    ).data;
    const emails: string[] = [];
    for (const address of Object.values(roles)) {
      const roleId = /\/(\d+)$/.exec(address)?.[1];
      if (roleId === undefined) continue;
      const { data } = await client.send({
        path: `${api}/project/${encodeURIComponent(projectId)}/role/${roleId}`,
        schema: roleSchema,
      });
      for (const { type, name, actorUser, actorGroup } of data.actors ?? []) {
        if (type.includes('group')) {
          const groupName = actorGroup?.name ?? name;
          if (actorGroup?.groupId) emails.push(...(await emailsOf({ groupId: actorGroup.groupId })));
          else if (groupName) emails.push(...(await emailsOf({ groupname: groupName })));
        } else if (actorUser) emails.push(...(await emailOf({ accountId: actorUser.accountId })));
        else if (name) emails.push(...(await emailOf({ username: name })));
      }
    }
    return [...new Set(emails.map((email) => email.toLowerCase()))];
  }

  async function* projects(): AsyncGenerator<z.infer<typeof project>[]> {
    if (!cloud) {
      yield (await client.send({ path: `${api}/project`, schema: projectsSchema })).data;
      return;
    }
    const list = client.openList();
    for (let startAt = 0; ; ) {
      const query = { startAt, maxResults: PAGE };
      const { data } = await client.send({ path: `${api}/project/search`, schema: projectPageSchema, query, list });
      yield data.values;
      startAt += data.values.length;
      if (data.isLast !== false || data.values.length === 0) return;
    }
  }

  for await (const page of projects()) {
    const items: HostTeam[] = [];
    const unread: TeamPage['unread'] = [];
    for (const { id, key, name } of page) {
      try {
        items.push({ hostId: id, name, parentHostId: null, members: await membersOf(id), repoPaths: [] });
      } catch (error) {
        if (!concernsPartOnly(error)) throw error;
        unread.push({ part: 'project', id: key, teamHostId: id, error });
      }
    }
    yield { items, unread };
  }
}

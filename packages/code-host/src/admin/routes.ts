/** What an operator or a test may do to a running host; everything here needs the admin token. */
import { z } from 'zod';
import { webhookPayload } from '../github/webhook-payload.ts';
import { type FaultKeeper, faultSettings } from '../server/faults.ts';
import type { RequestLog } from '../server/request-log.ts';
import { get, HostError, post, type Route } from '../server/route.ts';
import type { DataFolder } from '../store/data-folder.ts';
import { organizationRecord, repositoryRecord } from '../store/records.ts';
import { deliverWebhook, webhookDelivery } from './deliver-webhook.ts';

const addedRepository = z.object({ org: z.string(), name: z.string(), git_dir: z.string() });

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new HostError(
    422,
    result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '),
  );
}

export function adminRoutes(faults: FaultKeeper, log: RequestLog, data: DataFolder): Route[] {
  return [
    post('/_admin/repos', async (asked) => {
      const { org, name, git_dir } = parsed(addedRepository, asked.body);
      const added = await data.addRepository({ org, name, gitDir: git_dir }).catch((error: unknown) => {
        throw error instanceof RangeError ? new HostError(422, error.message) : error;
      });
      return {
        status: 201,
        body: {
          full_name: `${added.org}/${added.name}`,
          id: added.id,
          clone_url: `${asked.origin}/${org}/${name}.git`,
        },
      };
    }),
    {
      method: 'DELETE',
      path: '/_admin/repos/{org}/{name}',
      handle: ({ params }) => {
        data.removeRepository(params.org ?? '', params.name ?? '');
        return { body: { removed: true } };
      },
    },
    {
      method: 'PUT',
      path: '/_admin/repos/{org}/{name}/record',
      handle: ({ params, body }) => {
        if (!data.repository(params.org ?? '', params.name ?? ''))
          throw new HostError(404, 'Register the repository first.');
        data.putRepositoryRecord(params.org ?? '', params.name ?? '', parsed(repositoryRecord, body));
        return { body: { kept: true } };
      },
    },
    {
      method: 'PUT',
      path: '/_admin/orgs/{org}',
      handle: ({ params, body }) => {
        const record = parsed(organizationRecord, body);
        if (record.login !== params.org) throw new HostError(422, 'login: must be the organization of the path.');
        data.putOrganizationRecord(record);
        return { body: { kept: true } };
      },
    },
    post('/_admin/faults', ({ body }) => {
      faults.set(parsed(faultSettings, body));
      return { body: { set: true } };
    }),
    get('/_admin/log', () => ({ body: log.all() })),
    {
      method: 'DELETE',
      path: '/_admin/log',
      handle: () => {
        log.clear();
        return { body: { cleared: true } };
      },
    },
    post('/_admin/hooks/deliver', async (asked) => {
      const { about, payload, ...delivery } = parsed(webhookDelivery, asked.body);
      if (!about && !payload) throw new HostError(422, 'payload: give it, or say by "about" what it reports.');
      const given = payload ?? (about ? await webhookPayload(asked, { event: delivery.event, ...about }) : {});
      return { body: await deliverWebhook({ ...delivery, payload: given }) };
    }),
  ];
}

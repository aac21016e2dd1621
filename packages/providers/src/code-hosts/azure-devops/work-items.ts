import type { ProviderClient } from '../../pacing/provider-client.ts';
import { queryResultSchema, workItemFields, workItemsSchema } from './schemas.ts';

const batchSize = 200;

/** Ids by one query, then the items two hundred a call. */
export async function* workItemBatches(client: ProviderClient, project: string, version: string, since: Date | null) {
  const changed = since ? ` AND [System.ChangedDate] >= '${since.toISOString()}'` : '';
  const query = `SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project${changed} ORDER BY [System.ChangedDate] DESC`;
  const { data } = await client.send({
    path: `${project}/_apis/wit/wiql`,
    method: 'POST',
    query: { 'api-version': version, timePrecision: true, $top: 19_999 },
    body: { query },
    schema: queryResultSchema,
  });
  const ids = data.workItems.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batchSize) {
    yield await client.send({
      path: `${project}/_apis/wit/workitemsbatch`,
      method: 'POST',
      query: { 'api-version': version },
      body: { ids: ids.slice(start, start + batchSize), fields: workItemFields, errorPolicy: 'omit' },
      schema: workItemsSchema,
    });
  }
}

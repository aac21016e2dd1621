import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { type CallOptions, TEST_PRINCIPAL, TEST_RPC_TOKEN, testService } from '@linescope/test-kit/test-service';
import { analyticsService } from '../service.ts';
import { analyticsClickHouse } from './analytics-clickhouse.ts';
import { type Neighbourhood, startNeighbours } from './neighbours.ts';

/** The service on stores of its own, with identity and developers-teams that serve the test's data. */
export async function startAnalytics(data: Neighbourhood) {
  const clickHouse = await analyticsClickHouse();
  const postgres = await testPostgres('analytics');
  const neighbours = await startNeighbours(data, TEST_RPC_TOKEN);
  removeAfterFile(neighbours.stop);
  const service = await testService(analyticsService, {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickHouse.url,
    CLICKHOUSE_DATABASE: clickHouse.database,
    ...neighbours.addresses,
  });
  return {
    ...service,
    neighbours: neighbours.addresses,
    addresses: { postgres: postgres.url, clickHouse: clickHouse.url, database: clickHouse.database },
    context: service.started.context,
    /** `query` is the query string; its resource_path is acme by default. */
    report: (query: string, options?: CallOptions) =>
      service.call('GET', `/reports?${query.includes('resource_path') ? '' : 'resource_path=acme&'}${query}`, options),
    as: (userId: number, role: 'member' | 'manager' | 'admin') => ({ as: { ...TEST_PRINCIPAL, userId, role } }),
  };
}

import { analyticsService } from '@linescope/analytics/service';
import { analyticsClickHouse } from '@linescope/analytics/testing/analytics-clickhouse';
import { type Neighbourhood, startNeighbours } from '@linescope/analytics/testing/neighbours';
import { defectsReleasesService } from '@linescope/defects-releases/service';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testNats } from '@linescope/test-kit/test-nats';
import { TEST_RPC_TOKEN, testService } from '@linescope/test-kit/test-service';

/** Analytics, and the service that records defects and releases, on real stores; the others say what the worlds say. */
export async function startServices(neighbourhood: Neighbourhood) {
  const nats = await testNats();
  const clickHouse = await analyticsClickHouse();
  const neighbours = await startNeighbours(neighbourhood, TEST_RPC_TOKEN);
  removeAfterFile(neighbours.stop);
  const shared = { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace, ...neighbours.addresses };
  const analytics = await testService(analyticsService, {
    ...shared,
    CLICKHOUSE_URL: clickHouse.url,
    CLICKHOUSE_DATABASE: clickHouse.database,
  });
  const defectsReleases = await testService(defectsReleasesService, {
    ...shared,
    ANALYTICS_GRPC: `127.0.0.1:${analytics.started.grpcPort}`,
  });
  return { analytics, defectsReleases };
}

export type Services = Awaited<ReturnType<typeof startServices>>;

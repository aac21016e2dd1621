import { deleteRowsOf, type RemoveEntity } from '@linescope/chassis/offboarding/offboard-entity';
import type { Context } from '../context.ts';
import { dropEntityPartitions } from '../store/remove-entity.ts';

/** Removes every row of the entity, in ClickHouse and in Postgres. Idempotent: a repeat finds nothing. */
export const onEntityOffboarding =
  ({ clickHouse }: Pick<Context, 'clickHouse'>, cluster: string | undefined): RemoveEntity =>
  async (tx, entityId) => ({
    ...(await dropEntityPartitions(clickHouse, cluster, entityId)),
    ...(await deleteRowsOf(
      'ai_usages',
      'fact_stamps',
      'stale_releases',
      'stale_evidence',
      'derivations',
      'branch_tips',
      'stored_facts',
      'removed_repos',
      'rollups',
      'life_derivations',
      'telemetry_usages',
      'telemetry_points',
      'telemetry_series',
      'telemetry_accounts',
      'telemetry_receipts',
      'telemetry_days',
    )(tx, entityId)),
  });

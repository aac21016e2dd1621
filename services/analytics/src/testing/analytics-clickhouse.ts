import { fileURLToPath } from 'node:url';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse/', import.meta.url));

/** A database with the tables of analytics. */
export const analyticsClickHouse = () => testClickHouse(MIGRATIONS);

export const BROKER_VARIABLE = 'LINESCOPE_TEST_BROKER';

/** An engine may run one statement at a time, so that workers which share one wait for each other while a processor rests. */
export const CLICKHOUSE_SERVERS = 2;

const pathOf = (server: string): string =>
  server === 'clickhouse' ? `${server}/${Number(process.env['VITEST_POOL_ID'] ?? 0) % CLICKHOUSE_SERVERS}` : server;

/** The address of a server of this run: the one a variable names, else the run's own, started when first asked for. */
export async function serverUrl(server: 'postgres' | 'nats' | 'clickhouse', variable: string): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  const broker = process.env[BROKER_VARIABLE];
  if (broker === undefined) throw new Error(`run this with vitest, or set ${variable}`);
  const response = await fetch(`${broker}/${pathOf(server)}`, { signal: AbortSignal.timeout(180_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`the ${server} server for tests did not start: ${text}`);
  return text;
}

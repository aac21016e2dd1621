import { readConfig } from './config.ts';
import { jsonLog } from './log.ts';
import { startClickHouseHost } from './start-host.ts';

const bootLog = jsonLog('info');

try {
  const config = readConfig(process.env);
  const log = jsonLog(config.logLevel);
  const host = await startClickHouseHost({ ...config, log });
  process.stdout.write(`${JSON.stringify({ event: 'ready', port: host.port })}\n`);

  const stop = async (signal: string) => {
    log('info', 'stopping', { signal });
    await host.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  bootLog('fatal', 'the ClickHouse host could not start', {
    reason: error instanceof Error ? error.message : String(error),
  });
  process.exit(1);
}

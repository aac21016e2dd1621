import { readConfig } from './config.ts';
import { startCodeHost } from './start-code-host.ts';

const host = await startCodeHost(readConfig(process.env));
process.stdout.write(`${JSON.stringify({ event: 'ready', port: host.port })}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    host.stop().then(() => process.exit(0));
  });
}

import { join } from 'node:path';
import { handOver } from '../hand-over.ts';
import { ROOT } from '../settings.ts';

await handOver(join(ROOT, 'deploy/one-machine/src/import.ts'), process.argv.slice(2));

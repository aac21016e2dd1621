import { join } from 'node:path';
import { ROOT } from '../settings.ts';
import { handOver } from '../stack/hand-over.ts';

await handOver(join(ROOT, 'deploy/one-machine/src/import.ts'), process.argv.slice(2));

import { parseArgs } from 'node:util';
import { ensureDemoOrganization, readDemoMark } from './make-demo.ts';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    now: { type: 'string' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const now = new Date(values.now ?? Date.now());
const seed = Number(values.seed);
if (!values['data-dir']) throw new Error('--data-dir: name the folder to make the demo in.');
if (Number.isNaN(now.getTime())) throw new Error(`--now: "${values.now}" is not an ISO 8601 time.`);
if (!Number.isSafeInteger(seed)) throw new Error(`--seed: "${values.seed}" is not a whole number.`);
if (values.keep && readDemoMark(values['data-dir'])) {
  process.stdout.write(`${JSON.stringify({ event: 'demo_kept' })}\n`);
} else {
  const { made, planFile } = await ensureDemoOrganization(values['data-dir'], now, seed);
  process.stdout.write(`${JSON.stringify({ event: made ? 'demo_made' : 'demo_kept', plan: planFile })}\n`);
}

import { printResult } from '@linescope/command-line/run-commands';
import { runAdmin } from './run-admin.ts';

printResult(await runAdmin(process.argv.slice(2), process.env));

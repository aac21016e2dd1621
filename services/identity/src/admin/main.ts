import { runAdmin } from './run-admin.ts';

const result = await runAdmin(process.argv.slice(2), process.env);
process.stdout.write(result.stdout);
process.stderr.write(result.stderr);
process.exitCode = result.exitCode;

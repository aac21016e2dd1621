import { readConfig } from '@linescope/chassis/config/read-config';
import { migrationSettings, runMigrations } from './run-migrations.ts';

try {
  const config = readConfig(migrationSettings, process.env);
  await runMigrations(config, (sentence) => process.stdout.write(`${sentence}\n`));
} catch (error) {
  process.stderr.write(`migrate: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

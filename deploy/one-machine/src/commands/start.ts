import { ProcessFailure } from '@linescope/local-stores/running-process';
import { banner } from '../banner.ts';
import { runDemoInBackground } from '../demo/run-in-background.ts';
import { importOwnHistory } from '../imports/import-own-history.ts';
import { filesIn, readSettings } from '../settings.ts';
import { runStack } from '../stack/stack.ts';

const say = (sentence: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${sentence}\n`);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping.signal.aborted) say(`stopping (${signal})`);
    stopping.abort();
  });
}
// A terminal that went away must not end us before the stack is stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const settings = readSettings(process.env);
  const files = filesIn(settings.dataDir);
  say(`Linescope is starting; its data is in ${settings.dataDir}`);
  await runStack({
    settings,
    say,
    signal: stopping.signal,
    onReady: (ready, { madeDemo, signInUrl }) => {
      process.stdout.write(banner(ready, { readyFile: files.ready, showTokens: madeDemo, signInUrl }));
      if (settings.importOwnHistory) void importOwnHistory(ready, say);
      if (settings.demo && ready.code_host_url !== null && ready.api_token !== null)
        runDemoInBackground(settings.dataDir, say, stopping.signal);
    },
  });
  say('stopped');
} catch (error) {
  if (error instanceof ProcessFailure) {
    const { dataDir } = readSettings(process.env);
    const lines = error.lastLines.map((line) => `  | ${line}`);
    const log = `  (the whole log: ${filesIn(dataDir).log(error.processName)})`;
    process.stderr.write(`\nLinescope did not start: ${[error.message, ...lines, log].join('\n')}\n`);
  } else {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  }
  process.exitCode = 1;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@linescope/chassis/log/logger';
import { plainDescription } from '../domain/markdown.ts';

const WORKER = new URL('../domain/markdown-worker.ts', import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 64 };
/** By the clock: the thread gives way to requests. */
const TIMEOUT_MS = 3_000;

export interface DescriptionRenderer {
  /** As HTML; as plain text where rendering takes more than three seconds. */
  render(text: string): Promise<string>;
  close(): Promise<void>;
}

/** Markdown is rendered on a thread of its own, one text after the other, so that a costly one keeps no request waiting. */
export function openDescriptionRenderer(log: Logger, timeoutMs = TIMEOUT_MS): DescriptionRenderer {
  let worker: Promise<Worker> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function renderOne(text: string): Promise<string> {
    worker ??= startWorker();
    const rendering = await worker;
    try {
      const answered = once(rendering, 'message', { signal: AbortSignal.timeout(timeoutMs) });
      rendering.postMessage(text);
      const [html] = await answered;
      return String(html);
    } catch (err) {
      log.warn({ err, length: text.length }, 'rendering a description failed, it is shown as plain text');
      worker = undefined;
      await rendering.terminate();
      return plainDescription(text);
    }
  }

  return {
    render(text) {
      const rendered = last.then(() => (text === '' ? '' : renderOne(text)));
      last = rendered.catch(() => {});
      return rendered;
    },
    async close() {
      await last;
      await (await worker)?.terminate();
    },
  };
}

/** Loaded and ready: its start does not count towards the time of a text. */
async function startWorker(): Promise<Worker> {
  const worker = new Worker(WORKER, { resourceLimits: LIMITS });
  await once(worker, 'message');
  return worker;
}

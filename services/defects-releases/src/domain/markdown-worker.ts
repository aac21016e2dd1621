import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { renderDescription } from './markdown.ts';

/** Requests come first. On Linux this is the thread's own priority; elsewhere it would be that of the whole process. */
const LOW = 10;
if (process.platform === 'linux' && getPriority() < LOW) setPriority(LOW);

/** Renders one description after the other, in the order asked. */
parentPort?.on('message', (text: string) => parentPort?.postMessage(renderDescription(text)));
parentPort?.postMessage('ready');

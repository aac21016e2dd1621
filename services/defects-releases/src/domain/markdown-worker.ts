import { parentPort } from 'node:worker_threads';
import { renderDescription } from './markdown.ts';

/** Renders one description after the other, in the order asked. */
parentPort?.on('message', (text: string) => parentPort?.postMessage(renderDescription(text)));
parentPort?.postMessage('ready');

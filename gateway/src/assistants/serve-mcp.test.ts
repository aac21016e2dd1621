import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startTestGateway } from '../../testing/test-gateway.ts';

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

test('415: a compressed body is refused as such, in the form of every failure; as it stands it is read', async () => {
  const gateway = await startTestGateway();
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const send = (body: string | Uint8Array<ArrayBuffer>, more = {}) =>
    gateway.send('/mcp', { method: 'POST', headers: { ...headers, ...more }, body });
  const packed = await send(new Uint8Array(gzipSync(INITIALIZE)), { 'content-encoding': 'gzip' });
  expect([packed.status, packed.body]).toMatchObject([415, { response_em: 'response_unsupported_media_type' }]);
  expect((await send(INITIALIZE)).status).toBe(200);
});

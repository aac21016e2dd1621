import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from './read-config.ts';
import { brokerSettings, clickHouseSettings, mailSettings, processSettings, proxySettings } from './settings.ts';

const addresses = z.object({
  NATS_URL: brokerSettings.NATS_URL,
  CLICKHOUSE_URL: clickHouseSettings.CLICKHOUSE_URL,
  PUBLIC_BASE_URL: mailSettings.PUBLIC_BASE_URL,
  OTEL_EXPORTER_OTLP_ENDPOINT: processSettings.OTEL_EXPORTER_OTLP_ENDPOINT,
});
const GOOD = { NATS_URL: 'nats://a:b%2Fc@one:4222,two:4222', CLICKHOUSE_URL: 'http://x:y@clickhouse:8123' };

test('addresses are those of HTTP and of a broker', () => {
  const more = { PUBLIC_BASE_URL: 'https://code.example/linescope', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' };
  expect(readConfig(addresses, { ...GOOD, ...more })).toEqual({ ...GOOD, ...more });
});

test.each([
  ['PUBLIC_BASE_URL', 'localhost:8080'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['CLICKHOUSE_URL', 'clickhouse:8123'],
  ['NATS_URL', 'http://nats:4222'],
  ['NATS_URL', 'nats://nats:99999'],
  ['NATS_URL', 'nats://ada:100%@nats:4222'],
])('%s=%s is refused at the start, by its name', (name, value) => {
  expect(() => readConfig(addresses, { ...GOOD, [name]: value })).toThrow(
    new RegExp(`^The configuration is not valid:\\n {2}- ${name}: must be [^\\n]*$`),
  );
});

test.each(['http://proxy.example:3128', 'https://ada:p%40ss@proxy.example:3128/', 'proxy.example:3128'])(
  '%s is a proxy',
  (HTTPS_PROXY) => expect(readConfig(z.object(proxySettings), { HTTPS_PROXY })).toEqual({ HTTPS_PROXY }),
);

test.each([
  'socks5://ada:secret@proxy.example:1080',
  'http://ada:sec/ret@proxy.example:3128',
  'http://ada:sec%ret@proxy.example:3128',
  'http://proxy.example:99999',
])('%s is refused as a proxy, without its password', (https_proxy) => {
  const read = () => readConfig(z.object(proxySettings), { https_proxy });
  expect(read).toThrow(/^The configuration is not valid:\n {2}- https_proxy: must be http[^\n]*$/);
  expect(read).not.toThrow(/sec|ret@/);
});

import { expect, test } from 'vitest';
import { brokerAddress } from './broker-address.ts';

test('a broker is reached by its address, and by user and password when the address holds them', () => {
  expect(brokerAddress('nats://one:4222,two:4222')).toEqual({ servers: ['nats://one:4222', 'nats://two:4222'] });
  expect(brokerAddress('one:4222')).toEqual({ servers: ['nats://one:4222'] });
  expect(brokerAddress('tls://a:b%2Fc@one:4222,tls://two:4222')).toEqual({
    servers: ['tls://one:4222', 'tls://two:4222'],
    user: 'a',
    pass: 'b/c',
  });
});

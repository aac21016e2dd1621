import { outgoingProxy, type ProxySettings } from '@linescope/providers/pacing/outgoing-proxy';
import type { Egress } from '@linescope/providers/pacing/transport';

/** Where the operator lets calls to code hosts, trackers and sign-in providers go, and through what. */
export const egressOf = (config: ProxySettings & { ALLOW_PRIVATE_ADDRESSES: boolean }): Egress => ({
  allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
  proxyOf: outgoingProxy(config),
});

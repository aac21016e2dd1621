import { randomUUID } from 'node:crypto';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import type { GatewayConfig } from '../config.ts';
import type { RateLimits } from './rate-limits.ts';

const EVERY_MS = 500;

const usesSchema = z.object({
  gateway: z.string(),
  uses: z.array(
    z.object({ tokenId: z.number().int(), limit: z.number().int().positive(), uses: z.number().int().positive() }),
  ),
});

/**
 * Gateways publish twice a second how often tokens were used, so that a token has one limit however many gateways there are. Uses
 * within that half second are not known yet, so a burst over several gateways may exceed it a little; while the broker is unavailable
 * each counts for itself.
 */
export function shareUses(
  runtime: Runtime<GatewayConfig>,
  limits: Pick<RateLimits, 'takeUses' | 'addUses'>,
): (connection: NatsConnection) => void {
  const gateway = randomUUID();
  const subject = `${runtime.config.NATS_NAMESPACE}.gateways.uses`;
  let connection: NatsConnection | undefined;
  const sharing = setInterval(() => {
    const uses = limits.takeUses();
    if (uses.length === 0 || !connection || connection.isClosed() || connection.isDraining()) return;
    connection.publish(subject, JSON.stringify({ gateway, uses }));
  }, EVERY_MS);
  runtime.onStop('sharing of token uses', () => clearInterval(sharing));

  return (open) => {
    connection = open;
    open.subscribe(subject, {
      callback: (error, message) => {
        const received = error ? undefined : usesSchema.safeParse(readJson(message.data)).data;
        if (received && received.gateway !== gateway) limits.addUses(received.uses);
      },
    });
  };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

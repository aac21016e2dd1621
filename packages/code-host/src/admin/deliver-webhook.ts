import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';

export const webhookDelivery = z.object({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1),
  event: z.string().regex(/^[a-z_]+$/),
  /** Either the whole payload, or what of this host it is about. */
  payload: z.record(z.string(), z.unknown()).optional(),
  about: z
    .object({
      org: z.string(),
      name: z.string(),
      action: z.string().optional(),
      number: z.number().optional(),
      id: z.number().optional(),
      ref: z.string().optional(),
    })
    .optional(),
  /** The same id again is a redelivery of the same event. */
  delivery_id: z.string().optional(),
});
export type WebhookDelivery = z.input<typeof webhookDelivery>;

export type SignedDelivery = Omit<WebhookDelivery, 'about' | 'payload'> & { payload: Record<string, unknown> };

/** Sends one event as GitHub does, signed with the hook's secret, and says how the receiver answered. */
export async function deliverWebhook(delivery: SignedDelivery): Promise<{ status: number; delivery_id: string }> {
  const text = JSON.stringify(delivery.payload);
  const deliveryId = delivery.delivery_id ?? randomUUID();
  const response = await fetch(delivery.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'GitHub-Hookshot/local',
      'X-GitHub-Event': delivery.event,
      'X-GitHub-Delivery': deliveryId,
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', delivery.secret).update(text).digest('hex')}`,
    },
    body: text,
  });
  await response.arrayBuffer();
  return { status: response.status, delivery_id: deliveryId };
}

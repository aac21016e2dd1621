import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import { conflict, notFound } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { findImport, type Import } from '../store/imports.ts';
import { markOfferAccepted } from '../store/offers.ts';
import { publishImport } from './publish-import.ts';

const used = () => conflict('This link was used, or the repo is imported already.');

/** The offer that a signed link names, while it can be accepted. */
export async function readOffer(context: Context, links: SignedLinks, token: string): Promise<Import> {
  const link = links.read(token);
  const offer = link && (await findImport(context.postgres, link.id));
  if (!link || !offer) throw notFound('There is no such offer.');
  if (link.expiresAt <= context.now()) throw notFound('This offer has expired.');
  if (offer.import_status !== 'offered_pending_acceptance') throw used();
  return offer;
}

/** Queues the offered import, once. */
export async function acceptOffer(context: Context, links: SignedLinks, token: string): Promise<Import> {
  const offer = await readOffer(context, links, token);
  await context.postgres.transaction(async (tx) => {
    if (!(await markOfferAccepted(tx, offer.id))) throw used();
    await publishImport(tx, context.outbox, offer.id);
  });
  wakeWorkers(context);
  return offer;
}

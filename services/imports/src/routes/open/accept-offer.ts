import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import { acceptOffer } from '../../actions/accept-offer.ts';
import type { Context } from '../../context.ts';
import { OFFER_PAGE, offerOutput } from './offer-answer.ts';

export const acceptOfferRoute = (context: Context, links: SignedLinks) =>
  defineOpenRoute({
    method: 'POST',
    path: '/import_offers/:token',
    action: 'action_import_offer_accepted',
    summary: 'Start an offered import',
    description: 'Once, before the offer expires.',
    output: offerOutput,
    failures: ['response_conflict'],
    status: 202,
    page: OFFER_PAGE,
    async handle({ params }) {
      const { repo_path } = await acceptOffer(context, links, params['token'] ?? '');
      return { status: 202, detail: `The import of ${repo_path} was queued.`, fields: { repo_path } };
    },
  });

import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import { readOffer } from '../../actions/accept-offer.ts';
import type { Context } from '../../context.ts';
import { OFFER_PAGE, offerOutput } from './offer-answer.ts';

/** Reading a signed link changes nothing, since mail scanners read it; the page's button starts the import. */
export const showOfferRoute = (context: Context, links: SignedLinks) =>
  defineOpenRoute({
    method: 'GET',
    path: '/import_offers/:token',
    action: 'action_import_offer_shown',
    summary: 'Show an offered import',
    description: 'The signed link of the mail. Reading it changes nothing.',
    output: offerOutput,
    failures: ['response_conflict'],
    page: OFFER_PAGE,
    async handle({ params }) {
      const { repo_path } = await readOffer(context, links, params['token'] ?? '');
      return { status: 200, detail: `${repo_path} can be imported.`, button: 'Import', fields: { repo_path } };
    },
  });

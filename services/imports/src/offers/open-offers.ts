import { failureBody, toFault } from '@linescope/chassis/http/failure-answer';
import type { OpenRoute } from '@linescope/chassis/http/openapi';
import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '@linescope/chassis/trace/trace-context';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { conflict, notFound } from '@linescope/contract/fault';
import type { Express, Request, Response } from 'express';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { findImport } from '../store/imports.ts';
import { acceptOffer } from '../store/offers.ts';
import { publishJob } from '../work/take-jobs.ts';

const SHOWN = 'action_import_offer_shown';
const ACCEPTED = 'action_import_offer_accepted';

const output = z.object({ ...envelopeShape, repo_path: z.string() });

export const offerRoutes: OpenRoute[] = [
  {
    method: 'GET',
    path: '/import_offers/:token',
    action: SHOWN,
    summary: 'Show an offered import',
    description: 'The signed link of the mail. Reading it changes nothing.',
    output,
  },
  {
    method: 'POST',
    path: '/import_offers/:token',
    action: ACCEPTED,
    summary: 'Start an offered import',
    description: 'Once, before the offer expires.',
    output,
  },
];

interface Page {
  sentence: string;
  button?: string;
  repoPath: string;
}

/** Signed links, without a bearer token. Reading one changes nothing, since mail scanners read; the button starts it. */
export const openOffers =
  (context: Context, links: SignedLinks) =>
  (app: Express): void => {
    app.get('/import_offers/:token', (request, response) =>
      answer(context, request, response, SHOWN, async (token) => {
        const { repo_path: repoPath } = await readOffer(context, links, token);
        return { sentence: `${repoPath} can be imported.`, button: 'Import', repoPath };
      }),
    );
    app.post('/import_offers/:token', (request, response) =>
      answer(context, request, response, ACCEPTED, async (token) => {
        const offer = await readOffer(context, links, token);
        const queued = await acceptOffer(context.postgres, offer.id);
        if (!queued) throw used();
        await publishJob(context, queued).catch((err: unknown) =>
          context.log.warn({ err }, 'job not published yet; the sweep will'),
        );
        return { sentence: `The import of ${offer.repo_path} was queued.`, repoPath: offer.repo_path };
      }),
    );
  };

const used = () => conflict('This link was used, or the repo is imported already.');

async function readOffer(context: Context, links: SignedLinks, token: string) {
  const read = links.read(token);
  const offer = read && (await findImport(context.postgres, read.id));
  if (!read || !offer) throw notFound('There is no such offer.');
  if (read.expiresAt <= context.now()) throw notFound('This offer has expired.');
  if (offer.import_status !== 'offered_pending_acceptance') throw used();
  return offer;
}

/** A browser gets a page, anything else the envelope, failures too. */
async function answer(
  context: Context,
  request: Request,
  response: Response,
  action: string,
  work: (token: string) => Promise<Page>,
): Promise<void> {
  const traceIdentifier = acceptTraceIdentifier(request.headers[TRACE_HEADER]);
  const wantsPage = String(request.headers.accept ?? '').includes('text/html');
  response.set({
    [TRACE_HEADER]: traceIdentifier,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
  await runInTrace({ traceIdentifier }, async () => {
    try {
      const { sentence, button, repoPath } = await work(String(request.params['token'] ?? ''));
      if (wantsPage) response.status(200).type('html').send(html(sentence, button));
      else response.status(200).json(success(action, sentence, { repo_path: repoPath }));
    } catch (error) {
      const fault = toFault(error);
      if (fault.status >= 500) context.log.error({ err: fault, action }, 'request failed');
      response.set(fault.headers);
      if (wantsPage) response.status(fault.status).type('html').send(html(fault.message));
      else response.status(fault.status).json(failureBody(fault, action, traceIdentifier));
    }
  });
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const html = (sentence: string, button?: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Import</title>
<body style="font: 1.1rem system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<p>${escapeHtml(sentence)}</p>
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}
</html>
`;

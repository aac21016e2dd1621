import { defineOpenRoute } from '@linescope/chassis/http/open-route';
import type { SendMail } from '@linescope/chassis/mail/mailer';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { envelopeSchema } from '@linescope/contract/envelope';
import { z } from 'zod';
import { mailSignInLinks } from '../../actions/mail-sign-in-links.ts';
import type { Context } from '../../context.ts';
import { readJson, refuseForeign } from './session-answer.ts';

const input = z.object({
  email: z.string().min(3).max(320).describe('Where the link is sent, if a user has this address.'),
});

export const requestSignInLink = (
  context: Context,
  { log }: Pick<Runtime<unknown>, 'log'>,
  mail: { send: SendMail; publicBaseUrl: string },
) =>
  defineOpenRoute({
    method: 'POST',
    path: '/auth/email_link',
    action: 'action_sign_in_link_request',
    summary: 'Have a sign-in link mailed',
    description: 'The answer is the same whether or not somebody has this address.',
    body: input,
    output: envelopeSchema,
    status: 202,
    failures: ['response_forbidden'],
    async handle(request) {
      refuseForeign(request);
      const { email } = await readJson(request, input, 'email must be an email address.');
      // Not awaited: how long it takes would say whether the address is known.
      mailSignInLinks(context, mail, email).catch((err: unknown) =>
        log.error({ err }, 'mailing a sign-in link failed'),
      );
      return { status: 202, detail: 'If this address is known here, a link is on its way to it.', fields: {} };
    },
  });

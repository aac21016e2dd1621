import { stringArrayInput } from '@linescope/contract/inputs';
import { AI_PROVIDERS } from '@linescope/contract/vendors';

/** `custom` is the provider of usage that customers post themselves. */
export const providersInput = stringArrayInput({ maxItems: 20, maxLength: 50 }).superRefine((providers, context) => {
  const known: string[] = [...AI_PROVIDERS, 'custom'];
  if (providers.some((provider) => !known.includes(provider))) {
    context.addIssue({ code: 'custom', message: `must be one of ${known.join(', ')}` });
  }
});

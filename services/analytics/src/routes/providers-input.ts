import { USAGE_PROVIDERS } from '@linescope/contract/enums';
import { stringArrayInput } from '@linescope/contract/inputs';

/** `custom` is the provider of usage that customers post themselves. */
export const providersInput = stringArrayInput({ maxItems: 20, maxLength: 50 }).superRefine((providers, context) => {
  const known: readonly string[] = USAGE_PROVIDERS;
  if (providers.some((provider) => !known.includes(provider))) {
    context.addIssue({ code: 'custom', message: `must be one of ${known.join(', ')}` });
  }
});

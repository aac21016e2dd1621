import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import { stringInput } from '@linescope/contract/inputs';
import { z } from 'zod';

export const processingStatusInput = z.enum(PROCESSING_STATUSES);

/** User name, code-host id or email. */
export const committerIdentifierInput = stringInput({ max: 320 }).meta({
  description: 'User name, code-host id or email of a developer.',
});

/** Text that is published as JSON, which half a surrogate pair would break. */
export const wellFormedInput = (options: { max: number }) =>
  stringInput(options).transform((text) => text.toWellFormed());

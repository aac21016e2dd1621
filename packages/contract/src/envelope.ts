import { z } from 'zod';

export const RESPONSE_SUCCESS = 'response_success';

export const envelopeShape = {
  action_em: z.string(),
  response_em: z.string(),
  response_detail: z.string(),
};

export const envelopeSchema = z.object(envelopeShape);

export const failureSchema = z
  .object({
    ...envelopeShape,
    errors: z.array(z.object({ param: z.string(), code_em: z.string(), detail: z.string() })),
    trace_identifier: z.string(),
  })
  .meta({ id: 'Failure', description: 'The shape of every failure.' });

export type Failure = z.infer<typeof failureSchema>;

export const success = <T extends object>(actionEm: string, responseDetail: string, fields?: T) => ({
  action_em: actionEm,
  response_em: RESPONSE_SUCCESS,
  response_detail: responseDetail,
  ...fields,
});

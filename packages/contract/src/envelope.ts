import { z } from 'zod';
import { FAULT_CODES, FAULT_STATUS, type FaultEm } from './fault.ts';

export const RESPONSE_SUCCESS = 'response_success';

export const envelopeShape = {
  action_em: z.string(),
  response_em: z.enum([RESPONSE_SUCCESS]),
  response_detail: z.string(),
};

export const envelopeSchema = z.object(envelopeShape);

export const failureSchema = z
  .object({
    ...envelopeShape,
    response_em: z.enum(Object.keys(FAULT_STATUS) as FaultEm[]),
    errors: z.array(z.object({ param: z.string(), code_em: z.enum(FAULT_CODES), detail: z.string() })),
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

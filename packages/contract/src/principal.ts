import { z } from 'zod';
import { roleSchema } from './roles.ts';
import { scopeSchema } from './scopes.ts';

/** Who is calling, as the gateway learned it from identity and vouches for to the services. */
export const principalSchema = z.object({
  tokenId: z.number().int().positive(),
  entityId: z.number().int().positive(),
  entitySlug: z.string().min(1),
  userId: z.number().int().positive(),
  role: roleSchema,
  /** What the token is limited to; absent: whatever the role allows. */
  scopes: z.array(scopeSchema).optional(),
});

export type Principal = z.infer<typeof principalSchema>;

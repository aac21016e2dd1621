import { z } from 'zod';

/** A host's identifier, whichever way it writes it. */
export const hostId = z.union([z.string(), z.number(), z.bigint()]).transform(String);

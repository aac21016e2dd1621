import { envelopeShape } from '@linescope/contract/envelope';
import { z } from 'zod';

export const OFFER_PAGE = { title: 'Import' };

export const offerOutput = z.object({ ...envelopeShape, repo_path: z.string() });

import { fileURLToPath } from 'node:url';

/** The folder of identity's migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

import type { LinescopeClient } from '@linescope/client/client';

export interface ServerParts {
  /** Calls the API as the one who asks, so that roles and limits are theirs. */
  client: LinescopeClient;
  /** Where people reach this installation; links in answers lead there. */
  publicUrl: string;
}

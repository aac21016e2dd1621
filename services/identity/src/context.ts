import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { SecretBox } from '@linescope/chassis/secrets/secret-box';

/** What identity's actions work with; the service and the admin command each hand in theirs. */
export interface Context {
  postgres: Postgres;
  outbox: Outbox;
  secretBox: SecretBox;
}

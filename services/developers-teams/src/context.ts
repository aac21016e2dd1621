import type { Outbox } from '@linescope/chassis/events/outbox';
import type { IdPages } from '@linescope/chassis/lists/id-pages';
import type { Logger } from '@linescope/chassis/log/logger';
import type { SignedLinks } from '@linescope/chassis/mail/signed-links';
import type { Postgres } from '@linescope/chassis/postgres/postgres';
import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { SecretBox } from '@linescope/chassis/secrets/secret-box';

/** What the service's actions are handed. */
export interface Context {
  postgres: Postgres;
  idPages: IdPages;
  outbox: Outbox;
  identity: IdentityCalls;
  log: Logger;
  links: SignedLinks;
  /** Seals answers to surveys until they are counted. */
  ballotBox: SecretBox;
  /** There are invitations to mail. */
  wakeMailWorker(): void;
  now(): Date;
}

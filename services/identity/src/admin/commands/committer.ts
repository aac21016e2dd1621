import { ENTITY_OPTION, type Output, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { writeAudit } from '../../store/audit-log.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

interface Identity {
  id: number;
  primaryId: number;
  userName: string;
  fullName: string;
  email: string;
  processingStatusEm: string;
}

const describe = (identities: Identity[]): Output =>
  listing(
    identities.map((identity) => ({
      id: identity.id,
      committer_user_name: identity.userName,
      full_name: identity.fullName,
      email: identity.email,
      role: identity.id === identity.primaryId ? 'primary' : 'child',
      processing_status: identity.processingStatusEm,
    })),
  );

export const committerJoin: AdminCommand = {
  summary: 'Say that identities are one person, who is the first of them',
  args: ['primary', 'identity…'],
  options: ENTITY_OPTION,
  async run({ postgres, developersTeams }, { args: [primary = '', ...identifiers], need }) {
    const entity = await needEntity(postgres, need('entity'));
    const { committers } = await orSentence(
      developersTeams().joinCommitters({ entityId: entity.id, primaryIdentifier: primary, identifiers }),
    );
    const detail = { primary, identifiers };
    await writeAudit(postgres, { entityId: entity.id, actor: OPERATOR, action: 'committers_joined', detail });
    return describe(committers);
  },
};

export const committerSplit: AdminCommand = {
  summary: 'Say that an identity is a person of its own, which git does not join again',
  args: ['identity'],
  options: ENTITY_OPTION,
  async run({ postgres, developersTeams }, { args: [identifier = ''], need }) {
    const entity = await needEntity(postgres, need('entity'));
    const { committer } = await orSentence(developersTeams().splitCommitter({ entityId: entity.id, identifier }));
    const detail = { identifier };
    await writeAudit(postgres, { entityId: entity.id, actor: OPERATOR, action: 'committer_split', detail });
    return describe(committer ? [committer] : []);
  },
};

/** What the other unit refuses, it says in a sentence. */
async function orSentence<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && 'details' in error) throw new UsageError(String(error.details));
    throw error;
  }
}

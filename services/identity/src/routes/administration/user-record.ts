import { isoTimestamp } from '@linescope/contract/date-time';
import { id, link, timestamp } from '@linescope/contract/output-fields';
import { roleSchema } from '@linescope/contract/roles';
import { z } from 'zod';
import type { ListedMember } from '../../store/members.ts';

export const userRecord = z.object({
  id,
  email: z.string(),
  user_name: z.string(),
  full_name: z.string().nullable(),
  avatar_url: link.nullable(),
  role_em: roleSchema,
  member_since: timestamp,
  last_seen_at: timestamp.nullable().describe('When a token or session of theirs was last used.'),
});

export const describeUser = (member: ListedMember): z.input<typeof userRecord> => ({
  id: member.id,
  email: member.email,
  user_name: member.userName,
  full_name: member.fullName,
  avatar_url: member.avatarUrl,
  role_em: member.role,
  member_since: isoTimestamp(member.memberSince),
  last_seen_at: member.lastSeenAt && isoTimestamp(member.lastSeenAt),
});

/** A git identity as an import found it. */
export interface GitIdentity {
  name: string;
  email: string | null;
  gitProviderEm: string | null;
  gitProviderId: string | null;
  userName: string | null;
  avatarUrl: string | null;
  lastAuthoredAt: Date | null;
  lastCommittedAt: Date | null;
  bot: boolean;
  /** The email that the repo's mailmap gives this identity. */
  canonicalEmail: string | null;
}

const NO_REPLY = /^(?:(\d+)\+)?([a-z0-9][a-z0-9-]*(?:\[bot\])?)@users\.noreply\.[a-z0-9.-]+$/i;
const BOT = /\[bot\](@|$)|^(dependabot|renovate|github-actions|greenkeeper|snyk-bot|codecov)\b/i;

/** A host's no-reply address names the account; older ones only by user name. */
export function readNoReply(email: string | null): { gitProviderId: string | null; userName: string } | null {
  const match = email ? NO_REPLY.exec(email) : null;
  return match?.[2] ? { gitProviderId: match[1] ?? null, userName: match[2] } : null;
}

export const looksLikeBot = (identity: { name: string; email: string | null }): boolean =>
  BOT.test(identity.name) || BOT.test(identity.email ?? '');

/** Lower-case, trimmed, without what git never means: hostile bytes become text, not keys. */
export function normaliseEmail(email: string): string | null {
  const text = email.trim().toLowerCase().replaceAll('\0', '').slice(0, 320);
  return text === '' ? null : text;
}

/** A readable, unique-able name where the host gives none: the account of a no-reply address, else the local part, else the name. */
export function proposeUserName(identity: GitIdentity): string {
  const source =
    identity.userName ?? readNoReply(identity.email)?.userName ?? identity.email?.split('@')[0] ?? identity.name;
  const clean = source
    .normalize('NFC')
    .replace(/[\s,/\0]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
  return clean === '' ? 'unknown' : clean;
}

/** What proves two identities to be one person, strongest first. */
export function proofsOf(identity: GitIdentity): {
  gitProviderId: string | null;
  userName: string | null;
  email: string | null;
  canonicalEmail: string | null;
} {
  const noReply = readNoReply(identity.email);
  return {
    gitProviderId: identity.gitProviderId ?? noReply?.gitProviderId ?? null,
    userName: identity.userName ?? noReply?.userName ?? null,
    email: identity.email,
    canonicalEmail: identity.canonicalEmail,
  };
}

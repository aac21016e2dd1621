import type { AuditEntry } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { formatNumber, sayWord } from '../../ui/format.ts';

/** What is known by its id in an entry, and its name now; what has gone since has none. */
export type Names = Record<'user' | 'token' | 'connection', ReadonlyMap<number, string>>;

/** `user_id 4, git_provider_em hostC` is read as `user mei@acme.test, git provider GitHub`. */
export function detailOf({ detail }: AuditEntry, names: Names): string {
  return Object.entries(detail)
    .filter(([name]) => !(name === 'user_id' && 'email' in detail))
    .map(([name, value]) => {
      const kind = kindOf(name);
      if (kind && typeof value === 'number') return `${kind} ${names[kind].get(value) ?? value}`;
      return `${sayWord(name.replace(/_em$/, ''))} ${sayValue(name, value)}`;
    })
    .join(', ');
}

/** Who acted: by email, else by what is known of the id. */
export function actorOf({ actor, actor_email: email }: AuditEntry, names: Names): string {
  const [kind, id] = actor.split(':');
  if (email !== null) return email;
  const known = kind === 'user' || kind === 'token' ? names[kind].get(Number(id)) : undefined;
  if (known !== undefined) return kind === 'token' ? `token ${known}` : known;
  return actor.replace(':', ' ');
}

function kindOf(name: string): keyof Names | null {
  if (name === 'user_id') return 'user';
  if (name === 'token_id') return 'token';
  return name === 'connection_id' ? 'connection' : null;
}

/** What people named stands as it is; words of the wire are read without their underscores. */
function sayValue(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => sayValue(name, one)).join(', ') || 'none';
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([part, one]) => `${sayWord(part)} ${sayValue(part, one)}`)
      .join(', ');
  if (typeof value === 'number') return formatNumber(value);
  const text = String(value);
  if (name === 'settings' || name === 'status' || name === 'role') return sayWord(text.replace(/_em$/, ''));
  return name.endsWith('_em') ? sayWord(vendorName(text)) : text;
}

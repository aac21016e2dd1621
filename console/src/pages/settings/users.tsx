import type { RoleEm, User } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

const ROLES: { value: RoleEm; label: string }[] = [
  { value: 'member', label: 'Member: their own figures' },
  { value: 'manager', label: 'Manager: their teams' },
  { value: 'admin', label: 'Admin: everything here' },
];

/** People who can sign in or have a token. */
export function Users() {
  const { user: self } = useSession();
  const users = useAnswer('users', async () => (await api.listUsers({ per_page: 1000 })).users);
  const [removing, setRemoving] = useState<User | null>(null);
  const [link, setLink] = useState<{ email: string; url: string } | null>(null);
  const makeLink = useAction(async (user: User) => {
    const { url } = await api.createSignInLink(user.id);
    setLink({ email: user.email, url });
  });
  const add = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const { user } = await api.addUser({
      email: String(data.get('email') ?? ''),
      role_em: String(data.get('role_em') ?? 'member'),
    });
    say(`${user.email} is ${user.role_em} now.`);
    form.reset();
    users.reload();
  });
  const remove = useAction(async (user: User) => {
    await api.removeUser(user.id);
    say(`${user.email} is removed.`);
    setRemoving(null);
    users.reload();
  });
  return (
    <Panel
      title={users.data ? formatCount(users.data.length, 'user') : 'Users'}
      meaning="A changed role takes effect within a second and ends the sessions of the user."
    >
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void add.run(event.currentTarget);
        }}
      >
        <input
          class="input"
          style={{ width: '260px' }}
          type="email"
          name="email"
          required
          aria-label="Email of a new user"
          placeholder="Email"
          autocomplete="off"
        />
        <select class="select" name="role_em" aria-label="Role of the new user">
          {ROLES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button type="submit" class="button" disabled={add.isBusy}>
          Add
        </button>
      </form>
      {add.error && <Failed error={add.error} />}
      {makeLink.error && <Failed error={makeLink.error} />}
      {link && (
        <div class="notice" role="status">
          <span>Signs {link.email} in, once, within ten minutes:</span> <code>{link.url}</code>
          <button type="button" class="plain" onClick={() => copyText(link.url, 'the link')}>
            Copy
          </button>
          <button type="button" class="plain" onClick={() => setLink(null)}>
            Done
          </button>
        </div>
      )}
      {users.error && !users.data ? (
        <Failed error={users.error} retry={users.reload} />
      ) : !users.data ? (
        <SkeletonRows count={4} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Users">
          <table>
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">Role</th>
                <th scope="col">Since</th>
                <th scope="col">Last seen</th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {users.data.map((user) => (
                <UserRow
                  key={user.id}
                  user={user}
                  isSelf={user.email === self.email}
                  onChanged={users.reload}
                  onRemove={() => setRemoving(user)}
                  onLink={() => makeLink.run(user)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {removing && (
        <Dialog title={`Remove ${removing.email}`} onClose={() => setRemoving(null)}>
          <p class="small soft">Their tokens and sessions stop within a second. What they committed stays.</p>
          {remove.error && <Failed error={remove.error} />}
          <ConfirmByName
            name={removing.email}
            action="Remove"
            isBusy={remove.isBusy}
            onConfirm={() => remove.run(removing)}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function UserRow(props: { user: User; isSelf: boolean; onChanged(): void; onRemove(): void; onLink(): void }) {
  const { user } = props;
  const change = useAction(async (role: string) => {
    const before = user.role_em;
    await api.changeUser(user.id, { role_em: role });
    say(`${user.email} is ${role} now.`, () => void api.changeUser(user.id, { role_em: before }).then(props.onChanged));
    props.onChanged();
  });
  const isFixed = props.isSelf || user.role_em === 'super_admin';
  return (
    <tr>
      <td>
        <span class="strong">{user.full_name ?? user.user_name}</span> <span class="soft">{user.email}</span>
      </td>
      <td>
        {isFixed ? (
          user.role_em.replace('_', ' ')
        ) : (
          <select
            class="select"
            aria-label={`Role of ${user.email}`}
            value={user.role_em}
            disabled={change.isBusy}
            onChange={(event) => void change.run(event.currentTarget.value)}
          >
            {ROLES.map(({ value }) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        )}
        {change.error && <Failed error={change.error} />}
      </td>
      <td>
        <Time at={user.member_since} />
      </td>
      <td>
        <Time at={user.last_seen_at} age />
      </td>
      <td class="right">
        {!isFixed && (
          <span class="row nowrap actions">
            <button type="button" class="plain" aria-label={`Sign-in link for ${user.email}`} onClick={props.onLink}>
              Sign-in link
            </button>
            <button type="button" class="plain" aria-label={`Remove ${user.email}`} onClick={props.onRemove}>
              Remove
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

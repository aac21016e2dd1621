import type { RoleEm } from '@linescope/client/answers';
import type { ComponentType } from 'preact';
import { withScope } from '../../scope/scope.ts';
import { usePlace } from '../../state/router.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { Empty, PageHead } from '../../ui/parts.tsx';
import { AiProviders } from './ai-providers.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { Connections } from './connections.tsx';
import { General } from './general.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { Tokens } from './tokens.tsx';
import { Users } from './users.tsx';
import { Weights } from './weights.tsx';

const TABS: { path: string; title: string; role: RoleEm; body: ComponentType }[] = [
  { path: '/settings', title: 'Entity', role: 'admin', body: General },
  { path: '/settings/weights', title: 'Diff Delta', role: 'admin', body: Weights },
  { path: '/settings/users', title: 'Users', role: 'admin', body: Users },
  { path: '/settings/sign-in', title: 'Sign-in', role: 'admin', body: SingleSignOn },
  { path: '/settings/tokens', title: 'Tokens', role: 'member', body: Tokens },
  { path: '/settings/connections', title: 'Connections', role: 'admin', body: Connections },
  { path: '/settings/ai-providers', title: 'AI providers', role: 'admin', body: AiProviders },
  { path: '/settings/audit-trail', title: 'Audit trail', role: 'admin', body: AuditTrail },
];

export default function Settings() {
  const session = useSession();
  const { path } = usePlace();
  const tabs = TABS.filter(({ role }) => mayActAs(session, role));
  const asked = TABS.find((tab) => tab.path === path);
  // The first tab that one may see stands at the bare address.
  const current = path === '/settings' ? tabs[0] : tabs.find((tab) => tab.path === path);
  const Body = current?.body;
  return (
    <>
      <PageHead title="Settings" meaning={`of ${session.entity.name}`} />
      <nav class="tabs" aria-label="Settings">
        {tabs.map((tab) => (
          <a key={tab.path} href={withScope({}, tab.path)} aria-current={tab === current ? 'page' : undefined}>
            {tab.title}
          </a>
        ))}
      </nav>
      {Body ? (
        <Body />
      ) : (
        <Empty title={asked ? `${asked.title}: for admins only.` : 'There is no such page.'}>
          {asked ? (
            `Your role is ${session.user.role_em.replace('_', ' ')}.`
          ) : (
            <a class="link" href={withScope({}, '/settings')}>
              To the settings
            </a>
          )}
        </Empty>
      )}
    </>
  );
}

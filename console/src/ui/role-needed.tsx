import type { RoleEm } from '@linescope/client/answers';
import { useSession } from '../state/session.ts';
import { Empty } from './parts.tsx';

/** In the place of what a role cannot do, for who followed a link to it. */
export function RoleNeeded({ what, least }: { what: string; least: RoleEm }) {
  const { user, entity } = useSession();
  return (
    <Empty heading title={`${what} is for ${least === 'manager' ? 'managers and admins' : 'admins'}.`}>
      Your role is {user.role_em.replace('_', ' ')}. An admin of {entity.name} can change it.
    </Empty>
  );
}

import { findEntityById } from '../store/entities.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const getEntitySettings =
  ({ postgres }: RpcContext): IdentityHandlers['getEntitySettings'] =>
  async ({ entityId }) => {
    const entity = await findEntityById(postgres, entityId);
    if (entity?.status !== 'active') return { found: false };
    return { found: true, entitySlug: entity.slug, settingsJson: JSON.stringify(entity.settings) };
  };

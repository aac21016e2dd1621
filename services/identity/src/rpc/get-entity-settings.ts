import { findEntityById } from '../store/entities.ts';
import type { IdentityHandlers, RpcParts } from './handlers.ts';

export const getEntitySettings =
  ({ postgres }: RpcParts): IdentityHandlers['getEntitySettings'] =>
  async ({ entityId }) => {
    const entity = await findEntityById(postgres, entityId);
    if (entity?.status !== 'active') return { found: false };
    return { found: true, entitySlug: entity.slug, settingsJson: JSON.stringify(entity.settings) };
  };

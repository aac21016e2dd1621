import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { changeSettings } from '../../actions/change-settings.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

export const seats: AdminCommand = {
  summary: 'Show or set how many seats an entity has',
  options: { ...ENTITY_OPTION, limit: { value: 'number', help: 'the new limit; `none` lifts it' } },
  async run({ postgres, outbox }, { need, option }) {
    const entity = await needEntity(postgres, need('entity'));
    const limit = option('limit');
    if (limit !== undefined && limit !== 'none' && !/^[1-9]\d{0,8}$/.test(limit)) {
      throw new UsageError('--limit must be a positive number, or none.');
    }
    const seatLimit = limit === undefined ? entity.settings.seat_limit : limit === 'none' ? null : Number(limit);
    if (limit !== undefined) {
      const settings = { seat_limit: seatLimit };
      const change = { entitySlug: entity.slug, settings, actor: OPERATOR };
      await postgres.transaction((tx) => changeSettings(tx, outbox, change));
    }
    return {
      json: { entity_slug: entity.slug, seat_limit: seatLimit },
      text: `${entity.slug} has ${seatLimit ?? 'any number of'} ${seatLimit === 1 ? 'seat' : 'seats'}.`,
    };
  },
};

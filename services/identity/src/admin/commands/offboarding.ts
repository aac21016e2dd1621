import { listOffboardings } from '../../store/offboardings.ts';
import { type Command, listing } from '../command.ts';

export const offboardingList: Command = {
  summary: 'List the entities that are leaving, and who has removed its rows so far',
  async run({ postgres }) {
    const rows = (await listOffboardings(postgres)).map((offboarding) => ({
      entity_id: offboarding.entity_id,
      entity_slug: offboarding.entity_slug,
      requested_at: offboarding.requested_at.toISOString(),
      round: offboarding.round,
      acknowledged: Object.keys(offboarding.acknowledged).sort().join(','),
    }));
    return listing(rows);
  },
};

import { rotateSecrets as rotate } from '../../actions/rotate-secrets.ts';
import type { Command } from '../command.ts';

export const rotateSecrets: Command = {
  summary:
    'Seal every kept secret with the newest key of SECRET_KEYS; older keys can be dropped afterwards.\nTokens of trackers, which imports keeps, follow when imports is started with that key.',
  async run(desk) {
    const resealed = await rotate(desk);
    return { json: { resealed }, text: `${resealed} secrets are sealed with the newest key now.` };
  },
};

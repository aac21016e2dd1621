import { rotateSecrets as rotate } from '../../actions/rotate-secrets.ts';
import type { AdminCommand } from '../admin-context.ts';

export const rotateSecrets: AdminCommand = {
  summary:
    'Seal every kept secret with the newest key of SECRET_KEYS; older keys can be dropped afterwards.\nTokens of trackers, which imports keeps, follow when imports is started with that key.',
  async run(context) {
    const resealed = await rotate(context);
    return { json: { resealed }, text: `${resealed} secrets are sealed with the newest key now.` };
  },
};

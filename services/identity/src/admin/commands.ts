import type { Command } from './command.ts';
import { entityCreate, entityList, entitySet, entityShow } from './commands/entity.ts';
import { seedDemo } from './commands/seed-demo.ts';
import { tokenCreate, tokenList, tokenRevoke, tokenSetLimit } from './commands/token.ts';
import { userCreate, userList, userSetRole } from './commands/user.ts';

/** Every command by the words that call it. */
export const COMMANDS: Record<string, Command> = {
  'entity create': entityCreate,
  'entity list': entityList,
  'entity show': entityShow,
  'entity set': entitySet,
  'user create': userCreate,
  'user list': userList,
  'user set-role': userSetRole,
  'token create': tokenCreate,
  'token list': tokenList,
  'token revoke': tokenRevoke,
  'token set-limit': tokenSetLimit,
  'seed-demo': seedDemo,
};

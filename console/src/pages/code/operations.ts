/** What a commit did to a line, in words. */
export const OPERATIONS: Record<string, string> = {
  operation_add: 'added',
  operation_chg: 'changed',
  operation_del: 'deleted',
  operation_move: 'moved',
  operation_copy: 'copied',
  operation_find_replace: 'replaced',
  operation_noop: 'unchanged',
};

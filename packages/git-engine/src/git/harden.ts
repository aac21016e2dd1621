import { devNull } from 'node:os';

/** Settings of every run of git, so that only the repository's objects decide its output. */
const SETTINGS: readonly string[] = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.quotePath=true',
  'core.useReplaceRefs=false',
  'core.commitGraph=true',
  'core.deltaBaseCacheLimit=128m',
  'protocol.allow=never',
  'safe.directory=*',
  'color.ui=never',
  'diff.algorithm=myers',
  'diff.indentHeuristic=true',
  'diff.renames=true',
  'diff.renameLimit=1000',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  `diff.orderFile=${devNull}`,
  'diff.submodule=short',
  'diff.ignoreSubmodules=none',
  'diff.suppressBlankEmpty=false',
  'diff.interHunkContext=0',
  'diff.external=',
  'i18n.logOutputEncoding=UTF-8',
  'log.showSignature=false',
  'log.mailmap=false',
  'blame.ignoreRevsFile=',
  'gc.auto=0',
  'maintenance.auto=false',
];

export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const KEPT_BYTES = String(128 * 1024 * 1024);

export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: devNull,
    XDG_CONFIG_HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ATTR_SOURCE: EMPTY_TREE,
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    // Git takes and frees the same large buffers for every commit: kept, they need not be cleared by the kernel each time.
    MALLOC_MMAP_THRESHOLD_: KEPT_BYTES,
    MALLOC_TRIM_THRESHOLD_: KEPT_BYTES,
  };
}

export function gitArguments(gitDir: string, settings: readonly string[], args: readonly string[]): string[] {
  const pinned = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
  return ['--no-pager', `--git-dir=${gitDir}`, ...pinned, ...args];
}

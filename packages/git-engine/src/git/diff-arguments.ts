import { HEADER_FORMAT, SHORT_FORMAT } from './commit-header.ts';

const DIFF = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-abbrev', '--full-index', '--always'];
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--root'];
const ORDINARY = [...DIFF, ...PLAIN, '-p', '-M', HEADER_FORMAT];

/** What git is asked about commits that come on its standard input. */
export const PATCHES = [...ORDINARY, '-U1'];
export const PATCHES_WITHOUT_CONTEXT = [...ORDINARY, '-U0'];
export const COMBINED = [...DIFF, ...PLAIN, '-c', '-p', '-U1', '--combined-all-paths', SHORT_FORMAT];
export const ROUTES = [...DIFF, ...PLAIN, '--no-renames', HEADER_FORMAT];

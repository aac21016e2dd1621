import { OPERATIONS, PROVENANCES } from '@linescope/git-engine/facts';
import { z } from 'zod';

/** Tokens of lines and files, as answers have them. */
export const operationEm = z.enum(OPERATIONS.map((operation) => `operation_${operation}` as const));
export const provenanceEm = z.enum(PROVENANCES.map((provenance) => `provenance_${provenance}` as const));
export const categoryEm = z.enum([
  'category_code',
  'category_test',
  'category_markup',
  'category_style',
  'category_config',
  'category_documentation',
  'category_data',
]);
/** What a commit did to a file; `merged` where the merge itself changed it. */
export const fileStatusEm = z.enum([
  'status_added',
  'status_modified',
  'status_deleted',
  'status_renamed',
  'status_copied',
  'status_type_changed',
  'status_merged',
]);

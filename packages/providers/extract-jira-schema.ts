/**
 * Cuts the answers that the tracker adapter reads out of the schemas of the npm package jira.js, which are made from Jira's own
 * description of its API: installed it weighs 38 MB, and the cut 20 KB. Run with the unpacked package, beside which zod is found:
 * npm pack jira.js, unpack, then node packages/providers/extract-jira-schema.ts package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Our name of an answer, and where the package keeps its schema. */
const wanted: Record<string, [area: string, model: string]> = {
  field: ['cloud', 'FieldDetails'],
  'search/jql': ['cloud', 'SearchAndReconcileResults'],
  'fields.issuetype': ['cloud', 'IssueTypeDetails'],
  'fields.status': ['cloud', 'StatusDetails'],
  'fields.priority': ['cloud', 'Priority'],
  'fields.assignee': ['cloud', 'UserDetails'],
  'changelog/bulkfetch': ['cloud', 'BulkChangelogResponse'],
  user: ['cloud', 'DashboardUser'],
  'project/search': ['cloud', 'PageProject'],
  'project/role': ['cloud', 'ProjectRole'],
  'group/member': ['cloud', 'PageUserDetails'],
  'board/configuration': ['agile', 'GetConfiguration'],
  'board/sprint': ['agile', 'GetAllSprints'],
};

/** A field that the description does not name is a mistake of ours, except where a site names fields of its own. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== 'object') return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  delete inner['$schema'];
  const named = inner['properties'];
  const hasNames = typeof named === 'object' && named !== null && Object.keys(named).length > 0;
  return hasNames ? { ...inner, additionalProperties: false } : inner;
}

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder of the unpacked npm package jira.js.');
const { version }: { version: string } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
const answers: Record<string, Json> = {};
for (const [name, [area, model]] of Object.entries(wanted)) {
  const file = `${model[0]?.toLowerCase()}${model.slice(1)}.js`;
  const models: unknown = await import(pathToFileURL(resolve(folder, 'dist', area, 'models', file)).href);
  const schema = z.object({ [`${model}Schema`]: z.instanceof(z.ZodType) }).parse(models)[`${model}Schema`];
  if (!schema) throw new Error(`jira.js ${version} has no ${model}.`);
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  answers[name] = closed(JSON.parse(JSON.stringify(described)));
}
const excerpt = { source: 'jira.js', version, answers };
writeFileSync(new URL('./src/testing/generated/jira-answers.json', import.meta.url), `${JSON.stringify(excerpt)}\n`);

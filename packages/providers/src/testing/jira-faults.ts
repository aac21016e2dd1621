import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const excerpt: { answers: Record<string, object> } = JSON.parse(
  readFileSync(new URL('./generated/jira-answers.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const validators = new Map(Object.entries(excerpt.answers).map(([name, schema]) => [name, ajv.compile(schema)]));

const answerOf: [path: RegExp, name: string][] = [
  [/\/field$/, 'field'],
  [/\/search\/jql$/, 'search/jql'],
  [/\/changelog\/bulkfetch$/, 'changelog/bulkfetch'],
  [/\/(myself|user)$/, 'user'],
  [/\/project\/search$/, 'project/search'],
  [/\/role\/\d+$/, 'project/role'],
  [/\/group\/member$/, 'group/member'],
  [/\/board\/\d+\/configuration$/, 'board/configuration'],
  [/\/board\/\d+\/sprint$/, 'board/sprint'],
];

const described = z.object({ issues: z.array(z.object({ fields: z.record(z.string(), z.unknown()) })) });
const systemFields = ['issuetype', 'status', 'priority', 'assignee'] as const;

type Fault = Pick<ErrorObject, 'instancePath' | 'message' | 'params'>;

function faultsBy(name: string, value: unknown): Fault[] {
  const validate = validators.get(name);
  if (!validate) throw new Error(`the excerpt has no ${name}`);
  validate(value);
  return validate.errors ?? [];
}

/** Where an answer of Jira Cloud departs from the vendor's description; the description leaves the fields of issues open. */
export function jiraFaults(path: string, body: unknown): Fault[] {
  const name = answerOf.find(([pattern]) => pattern.test(path))?.[1];
  if (!name) throw new Error(`no answer is described for ${path}`);
  const bodies = name === 'field' && Array.isArray(body) ? body : [body];
  const issues = described.safeParse(body).data?.issues ?? [];
  const given = issues.flatMap(({ fields }) =>
    systemFields.flatMap((field) => (fields[field] ? faultsBy(`fields.${field}`, fields[field]) : [])),
  );
  return [...bodies.flatMap((one) => faultsBy(name, one)), ...given];
}

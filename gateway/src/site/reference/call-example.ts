import { type ApiDocument, followed, type Operation, type Schema } from './api-document.ts';

interface Body {
  schema?: Schema | undefined;
  example?: unknown;
}

/** The fields of a body, and the example that stands beside one of its forms. */
export function bodyOf({ requestBody }: Operation): Body | undefined {
  const forms = Object.values(requestBody?.content ?? {});
  const example = forms.find((form) => form.example !== undefined)?.example;
  return forms[0] && { ...forms[0], example };
}

/** Optional alone, but needed: an admin provisions their own entity only, and a line is named before or after its commit. */
const ALSO_GIVEN: Record<string, Record<string, string>> = {
  provisionUser: { entity_slug: 'demo' },
  showLineHistory: { line_number_after: '1' },
};
const alsoGiven = ({ operationId }: Operation) => Object.entries(ALSO_GIVEN[operationId] ?? {});

/** As it can be pasted into a shell, with what must be given. */
export function curlOf(document: ApiDocument, operation: Operation): string {
  const needed = operation.parameters.map((one) => followed(document.parameters, one)).filter((one) => one.required);
  const named = needed
    .filter((one) => one.in === 'query')
    .map((one) => `${one.name}=${sampleOf(one.name ?? '', one.schema, one.description)}`);
  const query = operation.requestBody
    ? named
    : [...named, ...alsoGiven(operation).map(([name, value]) => `${name}=${value}`)];
  // What a pasted call would remove is not named for the reader.
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    operation.method === 'delete' ? `<${name}>` : sampleOf(name, undefined),
  );
  const url = `"$LINESCOPE${path}${query.length > 0 ? `?${query.join('&')}` : ''}"`;
  const given = dataOf(operation);
  const method =
    { get: '', post: given.length > 0 ? '' : '-X POST ', put: '-X PUT ', patch: '-X PATCH ', delete: '-X DELETE ' }[
      operation.method
    ] ?? '';
  const token = operation.security?.length === 0 ? '' : '-H "Authorization: Bearer $TOKEN" ';
  return [`curl -s ${method}${token}${url}`, ...given.map((one) => `  ${one}`)].join(' \\\n');
}

/** What is sent: the recorded example, else what must be given; as JSON where a form could not hold it or is not taken. */
function dataOf(operation: Operation): string[] {
  if (!operation.requestBody) return [];
  const { schema, example } = bodyOf(operation) ?? {};
  const samples = Object.entries(schema?.properties ?? {})
    .filter(([name]) => schema?.required?.includes(name))
    .map(([name, field]) => [name, sampleOf(name, field, field.description)]);
  const fields = isFields(example) ? example : Object.fromEntries([...samples, ...alsoGiven(operation)]);
  const isForm = FORM in operation.requestBody.content && !Object.values(fields).some(isNested);
  return isForm
    ? Object.entries(fields).map(([name, value]) => formField(name, String(value)))
    : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(fields))}`];
}

const FORM = 'application/x-www-form-urlencoded';

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNested = (value: unknown): boolean => (Array.isArray(value) ? value.some(isFields) : isFields(value));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const formField = (name: string, value: string): string =>
  `${/^[\w./:@,<>-]*$/.test(value) ? '-d' : '--data-urlencode'} ${quoted(`${name}=${value}`)}`;

const SAMPLES: Record<string, string> = {
  resource_path: 'demo',
  email: 'ops@example.com',
  git_provider_em: 'github',
  id: '1',
  slug: 'platform',
  start_date: '2026-01-01',
  end_date: '2026-03-31',
};
const REPO = 'demo/aurora/ledger';

function sampleOf(name: string, schema: Schema | undefined, description = ''): string {
  if (name === 'resource_path' && description.startsWith('One repo')) return REPO;
  const word = schema?.enum?.[0];
  return SAMPLES[name] ?? (word === undefined ? `<${name}>` : String(word));
}

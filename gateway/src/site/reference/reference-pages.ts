import { escapeHtml } from '../html.ts';
import { type ApiDocument, followed, type Operation, type Parameter, type Schema } from './api-document.ts';
import { bodyOf, curlOf } from './call-example.ts';
import { fieldTable, inline, typeOf } from './render-schema.ts';

const MAX_EXAMPLE = 6_000;

export const operationsOf = ({ tags }: ApiDocument): Operation[] => tags.flatMap(({ operations }) => operations);

/** Every call in its order of use. */
export const referenceIndex = ({ tags }: ApiDocument): string => `<h1>API reference</h1>
<p>Every call carries <code>Authorization: Bearer &lt;API_TOKEN&gt;</code> (<a href="/docs/guides/first-call">first call</a>). Form, JSON and
multipart bodies are equal. All of it is in <a href="/openapi.json">openapi.json</a>, and can be
<a href="/docs/try">tried with a token</a>.</p>
${tags
  .map(
    ({ name, description, operations }) => `<h2>${escapeHtml(name)}</h2>
<p>${inline(description)}</p>
<table class="calls"><tbody>
${operations
  .map(
    (
      one,
    ) => `<tr><td>${badge(one)}</td><td><a href="/docs/reference/${one.operationId}"><code>${escapeHtml(one.path)}</code></a></td>
<td>${escapeHtml(one.summary)}</td></tr>`,
  )
  .join('\n')}
</tbody></table>`,
  )
  .join('\n')}`;

export function operationPage(document: ApiDocument, operation: Operation): string {
  const { summary, description, path } = operation;
  return `<p class="crumb"><a href="/docs/reference">API reference</a> · ${escapeHtml(operation.tags[0] ?? '')}</p>
<h1>${escapeHtml(summary)}</h1>
<p class="call">${badge(operation)} <code>${escapeHtml(path)}</code></p>
${paragraphs(description)}
<p>${roleOf(operation)}</p>
${parameters(document, operation)}
${body(document, operation)}
<h2>Call it</h2>
<pre><code>${escapeHtml(curlOf(document, operation))}</code></pre>
<p><a href="/docs/try#/${encodeURIComponent(operation.tags[0] ?? '')}/${operation.operationId}">Try it with a token</a></p>
${answers(document, operation)}
${neighbours(document, operation)}`;
}

const badge = ({ method }: Operation): string => `<span class="method ${method}">${method.toUpperCase()}</span>`;

const ROLES: Record<string, string> = {
  member:
    'Everybody with a token may call it, and sees what their <a href="/docs/guides/roles">role</a> lets them see.',
  manager: 'Needs the role <code>manager</code> or <code>admin</code> (<a href="/docs/guides/roles">roles</a>).',
  admin: 'Needs the role <code>admin</code> (<a href="/docs/guides/roles">roles</a>).',
  super_admin: 'For super admins, who run the whole service (<a href="/docs/guides/roles">roles</a>).',
};
function roleOf(operation: Operation): string {
  const { 'x-role': role = '', 'x-scope': scope } = operation;
  const limited =
    scope === 'any'
      ? 'A token that is limited to scopes may call it whatever they are, unless that is <code>telemetry</code> alone.'
      : scope && `A token that is limited to scopes needs <code>${escapeHtml(scope)}</code>.`;
  return [ROLES[role], limited].filter(Boolean).join(' ');
}

/** A long description is read in pieces of a few sentences. */
function paragraphs(description: string): string {
  const sentences = description.split(/(?<=[.;])\s+(?=[A-Z`])/);
  const pieces: string[] = [];
  for (const sentence of sentences) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + sentence.length < 280) pieces[pieces.length - 1] = `${last} ${sentence}`;
    else pieces.push(sentence);
  }
  return pieces.map((piece) => `<p>${inline(piece)}</p>`).join('\n');
}

function parameters(document: ApiDocument, operation: Operation): string {
  const known = operation.parameters.map((one) => followed(document.parameters, one)).filter(({ name }) => name);
  if (known.length === 0) return '';
  const rows = known
    .toSorted((one, other) => weightOf(one) - weightOf(other))
    .map(
      (
        one,
      ) => `<tr><td><code>${escapeHtml(one.name ?? '')}</code>${one.required ? '' : ' <small>optional</small>'}${one.in === 'header' ? ' <small>header</small>' : ''}</td>
<td>${typeOf(document.schemas, one.schema ?? {})}</td><td>${inline(one.description)}</td></tr>`,
    );
  return `<h2>Parameters</h2>\n<table class="fields"><tbody>${rows.join('\n')}</tbody></table>`;
}

/** What must be given first, what is the same for all calls last. */
const weightOf = (one: Parameter): number => (one.in === 'header' ? 2 : one.required ? 0 : 1);

function body(document: ApiDocument, operation: Operation): string {
  const schema = bodyOf(operation)?.schema;
  return schema ? `<h2>Body</h2>\n${fieldTable(document, schema)}` : '';
}

function answers(document: ApiDocument, operation: Operation): string {
  const known = Object.entries(operation.responses).map(([status, one]) => ({
    status,
    ...followed(document.responses, one),
  }));
  const successes = known.filter(({ status }) => status < '400');
  const failures = known.filter(({ status }) => status >= '400');
  const first = successes.find(({ content }) => content?.['application/json'])?.content?.['application/json'];
  const example = successes
    .map(({ content }) => content?.['application/json']?.example)
    .find((one) => one !== undefined);
  return `<h2>Answer</h2>
<p>${successes.map(({ status, description }) => `<code>${status}</code> ${inline(description)}`).join('<br>')}</p>
${first?.schema ? answerTables(document, first.schema) : ''}
${example === undefined ? '' : `<h3>Example</h3>\n<pre><code>${escapeHtml(shortened(example))}</code></pre>`}
<h2>Failures</h2>
<p>All of one shape (<a href="/docs/guides/errors">errors</a>).</p>
<table class="fields"><tbody>${failures.map(({ status, description }) => `<tr><td><code>${status}</code></td><td>${inline(description)}</td></tr>`).join('')}</tbody></table>`;
}

/** A call that answers in several shapes has a table of each. */
function answerTables(document: ApiDocument, schema: Schema): string {
  const shapes = followed(document.schemas, schema).anyOf ?? [schema];
  return shapes.map((shape) => fieldTable(document, shape)).join('\n<p>Or:</p>\n');
}

function shortened(example: unknown): string {
  const text = JSON.stringify(example, null, 2);
  if (text.length <= MAX_EXAMPLE) return text;
  return `${text.slice(0, text.lastIndexOf('\n', MAX_EXAMPLE))}\n…`;
}

function neighbours(document: ApiDocument, operation: Operation): string {
  const all = operationsOf(document);
  const at = all.indexOf(operation);
  const link = (one: Operation | undefined, word: string) =>
    one ? `<a href="/docs/reference/${one.operationId}">${word}: ${escapeHtml(one.summary)}</a>` : '<span></span>';
  return `<p class="neighbours">${link(all[at - 1], 'Before')}${link(all[at + 1], 'Next')}</p>`;
}

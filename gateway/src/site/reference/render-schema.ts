import { escapeHtml } from '../html.ts';
import { type ApiDocument, followed, type Schema } from './api-document.ts';

/** Deeper than this, an example tells more than a table. */
const MAX_DEPTH = 4;
const FEW_WORDS = 24;
/** A largest number that nobody reaches tells nothing. */
const NO_LIMIT = 1e9;

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  depth: number;
}

/** The fields of an object, those of objects and lists within it below their own. */
export function fieldTable({ schemas }: ApiDocument, root: Schema): string {
  const rows = fieldsOf(schemas, root, 0);
  if (rows.length === 0) return '';
  return `<table class="fields"><tbody>${rows.map((field) => fieldRow(schemas, field)).join('')}</tbody></table>`;
}

function fieldsOf(schemas: Record<string, Schema>, given: Schema, depth: number): Field[] {
  const schema = objectOf(schemas, given);
  if (!schema.properties || depth >= MAX_DEPTH) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) => [
    { name, schema: field, isRequired: schema.required?.includes(name) ?? false, depth },
    ...fieldsOf(schemas, field, depth + 1),
  ]);
}

/** The object that a field is, or that a list of it holds. */
function objectOf(schemas: Record<string, Schema>, given: Schema): Schema {
  const schema = followed(schemas, given);
  if (schema.items) return objectOf(schemas, schema.items);
  if (typeof schema.additionalProperties === 'object') return objectOf(schemas, schema.additionalProperties);
  const either = schema.anyOf ?? schema.allOf;
  return either?.map((one) => objectOf(schemas, one)).find(({ properties }) => properties) ?? schema;
}

function fieldRow(schemas: Record<string, Schema>, { name, schema, isRequired, depth }: Field): string {
  const described = followed(schemas, schema);
  return `<tr><td class="depth-${depth}"><code>${escapeHtml(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</td>
<td>${typeOf(schemas, schema)}</td><td>${inline(described.description ?? '')}</td></tr>`;
}

/** A type in words, with its limits and the words it may be. */
export function typeOf(schemas: Record<string, Schema>, given: Schema): string {
  const schema = followed(schemas, given);
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(schemas, one)))].join(' or ');
  if (schema.enum) return wordsOf(schema.enum);
  if (schema.items) return `list of ${typeOf(schemas, schema.items)}`;
  const name = [schema.type ?? 'anything'].flat().join(' or ');
  return escapeHtml([schema.format ?? name, limitsOf(schema)].filter(Boolean).join(', '));
}

function wordsOf(words: readonly unknown[]): string {
  const shown = words.map((word) => `<code>${escapeHtml(String(word))}</code>`);
  if (shown.length <= FEW_WORDS) return shown.join(' ');
  return `<details><summary>one of ${shown.length}</summary>${shown.join(' ')}</details>`;
}

function limitsOf({ minimum, maximum, maxItems, default: usual }: Schema): string {
  const limits = [];
  if (minimum !== undefined && maximum !== undefined && maximum < NO_LIMIT)
    limits.push(`${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`);
  else if (minimum) limits.push(`from ${minimum.toLocaleString('en')}`);
  if (maxItems !== undefined) limits.push(`at most ${maxItems.toLocaleString('en')}`);
  if (usual !== undefined && typeof usual !== 'object') limits.push(`else ${String(usual)}`);
  return limits.join(', ');
}

/** Text with `code` in it. */
export const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

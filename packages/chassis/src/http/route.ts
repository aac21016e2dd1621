import type { FaultEm } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Role } from '@linescope/contract/roles';
import type { Scope } from '@linescope/contract/scopes';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Answer {
  status: 200 | 201 | 202;
  body: unknown;
  headers?: Record<string, string>;
}

/** An answer that is no list, as rows. */
export interface AnswerTable {
  row: z.ZodObject;
  rows(body: unknown): readonly object[];
}

/** Stands for an export, in each of its chunks: what is read ahead for it is held by this, and freed with it. */
export interface Exporting {
  /** Aborted when the client went away. */
  signal: AbortSignal;
}

export interface RequestContext {
  principal: Principal;
  traceIdentifier: string;
  /** Aborted when the client went away or the deadline passed. */
  signal: AbortSignal;
  exporting?: Exporting;
}

/** A route is a declaration: parsing, roles, errors, metrics and the OpenAPI document all follow from it. */
export interface Route<Input extends z.ZodType = z.ZodType> {
  method: Method;
  /** Relative to `/api/v1`, with `:name` for path parameters, which join the input. */
  path: string;
  /** `action_em` of its answers, errors included. */
  action: string;
  summary: string;
  description?: string;
  role: Role;
  /**
   * What a limited token needs: `read` for a GET, `admin` where the role is an admin's, else `record`, unless given. `any`: whatever
   * it is limited to, it may call this, unless that is telemetry alone.
   */
  scope?: Scope | 'any';
  input: Input;
  /** By status; also checked against real answers while tests run. */
  output: z.ZodType;
  /** Names of parameters that this input leaves without effect: those that were given are named as ignored. */
  unused?(input: z.output<Input>): readonly string[];
  /** What `format=csv` and `format=ndjson` give: the records of a list with `next_cursor`, or a table. */
  records?: {
    /** The field of the answer; empty where the answer itself is the list. */
    field: string | ((input: z.output<Input>) => string);
    /** How many are read at a time; may be more than a page has. */
    chunk?: number | ((input: z.output<Input>) => number);
  };
  table?: AnswerTable;
  /** Of answers that succeed, where they are not those of the method: 200, and 201 of a POST. */
  statuses?: (200 | 201 | 202)[];
  /** What its answer carries beside the body that no other does, as OpenAPI has headers. */
  answerHeaders?: Record<string, { description: string; schema: { type: 'string' | 'integer' } }>;
  /** Ways to fail that not every route has. */
  failures?: FaultEm[];
  /** A JSON array as the body becomes the input field of this name. */
  arrayBody?: string;
  /** Fields that a refused request carries besides the failure envelope. */
  failureFields?: Record<string, unknown>;
  /** It may read much: it takes turns with the other costly reads, fairly between entities. */
  costly?: true;
  /** What was sent must not be kept beside who sent it, not even for the sake of an Idempotency-Key. */
  unlinked?: true;
  handle(input: z.output<Input>, context: RequestContext): Promise<Answer>;
}

export const defineRoute = <Input extends z.ZodType>(route: Route<Input>): Route => route as unknown as Route;

/** Its answers as JSON have an entity tag: who has one already gets a 304 instead. */
export const revalidates = ({ method }: Pick<Route, 'method'>): boolean => method === 'GET';

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const accepted = (body: unknown): Answer => ({ status: 202, body });

export const stringsOf = (params: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

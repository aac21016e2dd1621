import type { FaultEm } from '@linescope/contract/fault';
import type { z } from 'zod';

/** A request without a bearer token: what it carries is signed, and the route checks the signature. */
export interface OpenRequest {
  /** `:name` of the path, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** The raw bytes, since signatures are over them. At most 1 MiB; reading more is a 413. */
  readBody(): Promise<Buffer>;
}

export interface OpenAnswer {
  status: 200 | 202;
  /** `response_detail` of the envelope, and the text of the page. */
  detail: string;
  fields: Record<string, unknown>;
  /** The label of a button that POSTs to the same address; on the page only. */
  button?: string;
  /** `Set-Cookie` headers, whole. */
  cookies?: string[];
  /** Where a browser goes on: 303, so that what was posted is not posted again. `location` of what a program gets. */
  redirect?: string;
}

/** The declaration of a route outside of `/api/v1`: trace, span, metrics, faults and the API document follow from it. */
export interface OpenRoute {
  method: 'GET' | 'POST';
  /** From the root, with `:name` for path parameters. */
  path: string;
  action: string;
  summary: string;
  description: string;
  /** Its query parameters, for the API document. */
  query?: z.ZodObject;
  /** The JSON that is sent, for the API document. */
  body?: z.ZodType;
  output: z.ZodType;
  /** Of an answer that succeeds: 200, unless the work goes on after it. */
  status?: 200 | 202;
  /** What the cookies of its answers are, for the API document. */
  setsCookies?: string;
  /** It may answer `redirect`. */
  redirects?: true;
  /** Those of its own; what any request may meet is known. */
  failures?: FaultEm[];
  /** Where people open it: browsers get a page of this title, failures too; other clients get the envelope. */
  page?: { title: string };
  /** Stand in every failure, beside the envelope. */
  failureFields?: Record<string, unknown>;
  /** Left out of the API document: it is called by a machine that has a document of its own. */
  undocumented?: true;
  handle(request: OpenRequest): Promise<OpenAnswer>;
}

export const defineOpenRoute = (route: OpenRoute): OpenRoute => route;

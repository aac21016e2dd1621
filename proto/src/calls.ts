import type { MethodDefinition } from '@grpc/proto-loader';

/** The generated definitions carry an index signature; only the methods they name count. */
type MethodName<Name> = string extends Name ? never : Name extends string ? Uncapitalize<Name> : never;

/** A client's methods: request in, answer out, by the generated types. */
export type Calls<Definition> = {
  [Name in keyof Definition as MethodName<Name>]: Definition[Name] extends MethodDefinition<
    infer Request,
    infer _Response,
    infer _RequestOut,
    infer ResponseOut
  >
    ? (request: Request, options?: { signal?: AbortSignal; deadlineMs?: number }) => Promise<ResponseOut>
    : never;
};

/** A server's handlers, one a method. */
export type Handlers<Definition> = {
  [Name in keyof Definition as MethodName<Name>]: Definition[Name] extends MethodDefinition<
    infer _Request,
    infer Response,
    infer RequestOut,
    infer _ResponseOut
  >
    ? (request: RequestOut) => Promise<Response>
    : never;
};

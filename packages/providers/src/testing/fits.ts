/** Compiles only when the vendor's published type fits what we read. */
export type Fits<Published extends Read, Read> = Published;

/** Vendors often mark every field optional; what matters is the type of a field that is there. */
export type Present<T> = T extends readonly (infer Item)[]
  ? Present<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Present<Exclude<T[Key], undefined>> }
    : T;

/** Compiles only when the vendor publishes every field that we read; for clients that turn texts into values of their own. */
export type Names<
  Published,
  Read extends { [Key in keyof Read]: Key extends keyof Published ? unknown : never },
> = Read;

/**
 * A payload of a vendor as far as a test gives it: a field that the vendor does not publish, or not so, does not compile.
 * Clients turn dates and enumerations into values of their own, on the wire both are text; `type` distinguishes the variants of
 * a schema, which descriptions name after themselves.
 */
export type AnswerOf<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? AnswerOf<Item>[]
    : T extends object
      ? { [Key in keyof T]?: Key extends 'type' ? string : AnswerOf<T[Key]> }
      : T extends number
        ? number | string
        : T;

import protobuf from 'protobufjs/minimal.js';

/** A body that is no OTLP message, or one with more parts than may be read. */
export class MalformedTelemetry extends Error {}

/** How many messages (points, attributes, values) a request may still hold. */
export interface Budget {
  messages: number;
}

type Reader = protobuf.Reader;

/** One field: its number and wire type in protobuf, and how both encodings are read. */
interface Field<T> {
  number: number;
  wireType: 0 | 1 | 2;
  isList: boolean;
  empty: T;
  fromProtobuf(reader: Reader, budget: Budget): unknown;
  fromJson(value: unknown, budget: Budget): unknown;
}

/** A message of the protocol as far as we read it: fields that are not named here are skipped. */
export interface Message<T> {
  fields: [name: string, field: Field<unknown>][];
  byNumber: Map<number, [name: string, field: Field<unknown>]>;
  /** Never set: carries the type. */
  type?: T;
}
type FieldType<F> = F extends Field<infer T> ? T : never;
export type MessageType<M> = M extends Message<infer T> ? T : never;

const ENDS = { varint: 0, fixed64: 1, delimited: 2 } as const;

export function message<F extends Record<string, Field<unknown>>>(
  fields: F,
): Message<{ [Name in keyof F]: FieldType<F[Name]> }> {
  const entries = Object.entries(fields);
  return { fields: entries, byNumber: new Map(entries.map((entry) => [entry[1].number, entry])) };
}

const scalar = <T>(
  number: number,
  wireType: Field<T>['wireType'],
  empty: T,
  fromProtobuf: (reader: Reader) => T,
  fromJson: (value: unknown) => T,
): Field<T> => ({ number, wireType, isList: false, empty, fromProtobuf, fromJson });

export const text = (number: number): Field<string> =>
  scalar(
    number,
    ENDS.delimited,
    '',
    (reader) => reader.string(),
    (value) => {
      if (typeof value !== 'string') throw new MalformedTelemetry('A text is not a string.');
      return value;
    },
  );

/** A text that may be absent, to tell it from an empty one. */
export const maybeText = (number: number): Field<string | undefined> => ({ ...text(number), empty: undefined });
export const maybeBool = (number: number): Field<boolean | undefined> =>
  scalar<boolean | undefined>(number, ENDS.varint, undefined, (reader) => reader.bool(), readBool);
export const bool = (number: number): Field<boolean> =>
  scalar(number, ENDS.varint, false, (reader) => reader.bool(), readBool);

function readBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new MalformedTelemetry('A flag is neither true nor false.');
  return value;
}

/** NaN and the infinities are texts in JSON. */
export const maybeDouble = (number: number): Field<number | undefined> =>
  scalar<number | undefined>(number, ENDS.fixed64, undefined, (reader) => reader.double(), readNumber);

/** 64 bits as a number: what is beyond 2^53 loses its last digits. */
export const maybeInteger = (number: number): Field<number | undefined> =>
  scalar<number | undefined>(number, ENDS.varint, undefined, (reader) => Number(String(reader.int64())), readNumber);
export const maybeFixedInteger = (number: number): Field<number | undefined> =>
  scalar<number | undefined>(
    number,
    ENDS.fixed64,
    undefined,
    (reader) => Number(BigInt.asIntN(64, fixed64(reader))),
    readNumber,
  );

function readNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^(-?\d+(\.\d+)?(e[+-]?\d+)?|NaN|-?Infinity)$/i.test(value)) return Number(value);
  throw new MalformedTelemetry('A number is not one.');
}

/** Nanoseconds since 1970, exactly. */
export const nanoseconds = (number: number): Field<bigint> =>
  scalar(number, ENDS.fixed64, 0n, fixed64, (value) => {
    const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits))
      throw new MalformedTelemetry('A time is not a number of nanoseconds.');
    return BigInt.asUintN(64, BigInt(digits));
  });

function fixed64(reader: Reader): bigint {
  const low = BigInt(reader.fixed32());
  return (BigInt(reader.fixed32()) << 32n) | low;
}

/** By number in protobuf, by number or name in JSON. */
export const choice = (number: number, names: readonly string[]): Field<number> =>
  scalar(
    number,
    ENDS.varint,
    0,
    (reader) => reader.int32(),
    (value) => {
      const index = typeof value === 'string' ? names.indexOf(value) : value;
      if (typeof index !== 'number' || !Number.isInteger(index) || index < 0)
        throw new MalformedTelemetry('A choice is not among those of the protocol.');
      return index;
    },
  );

/** Lists and nested values: only whether two are the same matters. */
export const opaque = (number: number): Field<string | undefined> =>
  scalar<string | undefined>(
    number,
    ENDS.delimited,
    undefined,
    (reader) => Buffer.from(reader.bytes()).toString('base64'),
    (value) => JSON.stringify(value),
  );

export const one = <T>(number: number, inner: Message<T>): Field<T | undefined> => ({
  number,
  wireType: ENDS.delimited,
  isList: false,
  empty: undefined,
  fromProtobuf(reader, budget) {
    const length = reader.uint32();
    return readMessage(inner, reader, reader.pos + length, budget);
  },
  fromJson: (value, budget) => readObject(inner, value, budget),
});

export const many = <T>(number: number, inner: Message<T>): Field<T[]> => ({
  ...one(number, inner),
  isList: true,
  empty: [],
});

export function decodeProtobuf<T>(type: Message<T>, bytes: Uint8Array, budget: Budget): T {
  try {
    const reader = protobuf.Reader.create(bytes);
    return readMessage(type, reader, reader.len, budget);
  } catch (error) {
    throw asMalformed(error, 'The body is not a valid protobuf message.');
  }
}

export function decodeJson<T>(type: Message<T>, bytes: Uint8Array, budget: Budget): T {
  try {
    return readObject(type, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), budget);
  } catch (error) {
    throw asMalformed(error, 'The body is not valid JSON.');
  }
}

const asMalformed = (error: unknown, sentence: string): MalformedTelemetry =>
  error instanceof MalformedTelemetry ? error : new MalformedTelemetry(sentence, { cause: error });

/** The cast is safe: every field of the message is there, with what its own reader gave or its empty value. */
const asMessage = <T>(read: Record<string, unknown>): T => read as T;

function begin<T>(type: Message<T>, budget: Budget): Record<string, unknown> {
  budget.messages -= 1;
  if (budget.messages < 0) throw new MalformedTelemetry('The request holds too many points or attributes.');
  return Object.fromEntries(type.fields.map(([name, field]) => [name, field.isList ? [] : field.empty]));
}

function keep(read: Record<string, unknown>, name: string, { isList }: Field<unknown>, value: unknown): void {
  const list = read[name];
  if (isList && Array.isArray(list)) list.push(value);
  else read[name] = value;
}

function readMessage<T>(type: Message<T>, reader: Reader, end: number, budget: Budget): T {
  if (end > reader.len) throw new MalformedTelemetry('The body ends before a message does.');
  const read = begin(type, budget);
  while (reader.pos < end) {
    const tag = reader.uint32();
    const known = type.byNumber.get(tag >>> 3);
    if (known && known[1].wireType === (tag & 7)) keep(read, known[0], known[1], known[1].fromProtobuf(reader, budget));
    else skip(reader, tag & 7);
  }
  if (reader.pos !== end) throw new MalformedTelemetry('A message is longer than it says.');
  return asMessage(read);
}

/** Groups, which the protocol has not, would be skipped one in another without a bound. */
function skip(reader: Reader, wireType: number): void {
  if (wireType === 3 || wireType === 4) throw new MalformedTelemetry('The body holds a group.');
  reader.skipType(wireType);
}

function readObject<T>(type: Message<T>, value: unknown, budget: Budget): T {
  if (!isObject(value)) throw new MalformedTelemetry('A message is not a JSON object.');
  const read = begin(type, budget);
  for (const [name, field] of type.fields) {
    const given = value[name];
    if (given === undefined || given === null) continue;
    if (!field.isList) read[name] = field.fromJson(given, budget);
    else if (Array.isArray(given)) for (const item of given) keep(read, name, field, field.fromJson(item, budget));
    else throw new MalformedTelemetry('A list is not a JSON array.');
  }
  return asMessage(read);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answers are small: a message of two fields. */
export const encodeProtobuf = (write: (writer: protobuf.Writer) => void): Buffer => {
  const writer = protobuf.Writer.create();
  write(writer);
  return Buffer.from(writer.finish());
};

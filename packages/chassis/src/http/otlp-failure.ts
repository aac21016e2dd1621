import type { Fault } from '@linescope/contract/fault';

const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';

/** The code of gRPC that stands in a status body for the HTTP status. */
const CODES: Record<number, number> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  413: 8,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
  504: 4,
};
const UNKNOWN = 2;

/** The encoding of an OTLP body; null where it is neither of the two. */
export function otlpEncoding(contentType: string | undefined): 'protobuf' | 'json' | null {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  return type === PROTOBUF ? 'protobuf' : type === JSON_TYPE ? 'json' : null;
}

export const otlpType = (encoding: 'protobuf' | 'json' | null): string =>
  encoding === 'protobuf' ? PROTOBUF : JSON_TYPE;

/** A failure as OTLP/HTTP has it: a `Status` in the encoding of the request. */
export function otlpFailure(fault: Fault, contentType: string | undefined): { type: string; bytes: Buffer } {
  const encoding = otlpEncoding(contentType);
  const code = CODES[fault.status] ?? UNKNOWN;
  const bytes =
    encoding === 'protobuf'
      ? encodeStatus(code, fault.message)
      : Buffer.from(JSON.stringify({ code, message: fault.message }));
  return { type: otlpType(encoding), bytes };
}

/** `google.rpc.Status`: the code is field 1, the message field 2. */
function encodeStatus(code: number, message: string): Buffer {
  const text = Buffer.from(message);
  const length: number[] = [];
  for (let rest = text.length; ; rest >>>= 7) {
    if (rest < 0x80) {
      length.push(rest);
      break;
    }
    length.push((rest & 0x7f) | 0x80);
  }
  return Buffer.concat([Buffer.from([0x08, code, 0x12, ...length]), text]);
}

export type LoggedRequest = {
  at: string;
  method: string;
  /** Path and query as asked. */
  path: string;
  status: number;
  login: string | null;
  /** Distinguishes two tokens of one person without showing either. */
  token_fingerprint: string | null;
  charged: boolean;
  fault: string | null;
};

const kept = 100_000;

export function keepRequestLog() {
  let entries: LoggedRequest[] = [];
  return {
    add: (entry: LoggedRequest) => {
      entries.push(entry);
      if (entries.length > kept) entries = entries.slice(-kept / 2);
    },
    all: (): LoggedRequest[] => [...entries],
    clear: () => {
      entries = [];
    },
  };
}
export type RequestLog = ReturnType<typeof keepRequestLog>;

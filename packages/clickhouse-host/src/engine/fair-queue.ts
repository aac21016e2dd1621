/** Who waits: a client, and the one it asks for, which is empty where it does not say. */
export type Asker = { client: string; onBehalfOf: string };

type Usage = {
  /** Milliseconds of the engine, as if the customer had been there from the beginning. */
  served: number;
  /** Of the last statement. */
  lastMs: number;
};

/** The waiting lines of one client. */
type Lines<T> = {
  byCustomer: Map<string, T[]>;
  usages: Map<string, Usage>;
  /** What the customer whose turn it last was had been served for: one who comes now begins there, and has saved nothing up. */
  floor: number;
};

const MOST_REMEMBERED = 1_000;

/**
 * Waiting lines by client, which are served in turn, and within a client by the one it asks for, of whom whoever was served for the
 * shortest time is next: a thousand statements of one delay another's single one by one, be they two clients or two customers of the
 * same, and one long statement is made up for by several short ones.
 */
export function fairQueue<T>(capacity: number) {
  const clients = new Map<string, Lines<T>>();
  let size = 0;

  function linesOf(client: string): Lines<T> {
    const lines = clients.get(client) ?? { byCustomer: new Map(), usages: new Map(), floor: 0 };
    clients.set(client, lines);
    return lines;
  }

  function next(mayRun: (item: T) => boolean) {
    for (const [client, lines] of clients) {
      const ready = [...lines.byCustomer].flatMap(([customer, line]) => {
        const [item] = line;
        return item !== undefined && mayRun(item)
          ? { customer, line, item, served: usageIn(lines, customer).served }
          : [];
      });
      const [first, ...others] = ready;
      if (!first) continue;
      return { client, lines, ...others.reduce((least, one) => (one.served < least.served ? one : least), first) };
    }
    return undefined;
  }

  return {
    get size() {
      return size;
    },
    /** False when the queue is full. */
    push({ client, onBehalfOf: customer }: Asker, item: T): boolean {
      if (size >= capacity) return false;
      const lines = linesOf(client);
      const line = lines.byCustomer.get(customer);
      if (line) line.push(item);
      else {
        lines.byCustomer.set(customer, [item]);
        const usage = usageIn(lines, customer);
        usage.served = Math.max(usage.served, lines.floor);
      }
      size++;
      return true;
    },
    /** The next that may be served; those before it keep their turn. */
    shift(mayRun: (item: T) => boolean = () => true): T | undefined {
      const found = next(mayRun);
      if (!found) return undefined;
      const { client, lines, customer, line, item, served } = found;
      line.shift();
      lines.floor = Math.max(lines.floor, served);
      goToTheEnd(lines.byCustomer, customer, line.length > 0);
      goToTheEnd(clients, client, true);
      size--;
      return item;
    },
    /** The one that `shift` would give. */
    peek: (mayRun: (item: T) => boolean): T | undefined => next(mayRun)?.item,
    usage: ({ client, onBehalfOf: customer }: Asker): Usage => usageIn(linesOf(client), customer),
    /** How long one was served. */
    charge({ client, onBehalfOf: customer }: Asker, milliseconds: number): void {
      const lines = linesOf(client);
      const usage = usageIn(lines, customer);
      usage.served += milliseconds;
      usage.lastMs = milliseconds;
      if (lines.usages.size > MOST_REMEMBERED) forgetIdle(lines);
    },
    /** Whether anyone waits that may be served. */
    has: (mayRun: (item: T) => boolean): boolean => next(mayRun) !== undefined,
    /** Takes an item out that no longer needs to be served. */
    remove({ client, onBehalfOf: customer }: Asker, item: T): boolean {
      const lines = clients.get(client);
      const line = lines?.byCustomer.get(customer);
      const index = line?.indexOf(item) ?? -1;
      if (!lines || !line || index < 0) return false;
      line.splice(index, 1);
      if (line.length === 0) lines.byCustomer.delete(customer);
      size--;
      return true;
    },
  };
}

/** Served last of all next time. */
function goToTheEnd<V>(lines: Map<string, V>, name: string, isLeft: boolean): void {
  const line = lines.get(name);
  lines.delete(name);
  if (line !== undefined && isLeft) lines.set(name, line);
}

function usageIn<T>({ usages, floor }: Lines<T>, customer: string): Usage {
  const usage = usages.get(customer) ?? { served: floor, lastMs: 0 };
  usages.set(customer, usage);
  return usage;
}

/** Those who would begin at the floor anyway. */
function forgetIdle<T>({ byCustomer, usages, floor }: Lines<T>): void {
  for (const [customer, { served }] of usages)
    if (served <= floor && !byCustomer.has(customer)) usages.delete(customer);
}

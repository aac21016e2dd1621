/** Who waits: a client, and the one it asks for, which is empty where it does not say. */
export type Asker = { client: string; onBehalfOf: string };

/**
 * Waiting lines by client, and within a client by the one it asks for, served in turn: a thousand statements of one delay another's
 * single one by one, be they two clients or two customers of the same.
 */
export function fairQueue<T>(capacity: number) {
  const clients = new Map<string, Map<string, T[]>>();
  let size = 0;

  function next(mayRun: (item: T) => boolean) {
    for (const [client, lines] of clients) {
      for (const [onBehalfOf, line] of lines) {
        const [item] = line;
        if (item !== undefined && mayRun(item)) return { client, lines, onBehalfOf, line, item };
      }
    }
    return undefined;
  }

  return {
    get size() {
      return size;
    },
    /** False when the queue is full. */
    push({ client, onBehalfOf }: Asker, item: T): boolean {
      if (size >= capacity) return false;
      const lines = clients.get(client) ?? new Map<string, T[]>();
      clients.set(client, lines);
      const line = lines.get(onBehalfOf);
      if (line) line.push(item);
      else lines.set(onBehalfOf, [item]);
      size++;
      return true;
    },
    /** The next that may be served; those before it keep their turn. */
    shift(mayRun: (item: T) => boolean = () => true): T | undefined {
      const found = next(mayRun);
      if (!found) return undefined;
      const { client, lines, onBehalfOf, line, item } = found;
      line.shift();
      goToTheEnd(lines, onBehalfOf, line.length);
      goToTheEnd(clients, client, lines.size);
      size--;
      return item;
    },
    /** Whether anyone waits that may be served. */
    has: (mayRun: (item: T) => boolean): boolean => next(mayRun) !== undefined,
    /** Takes an item out that no longer needs to be served. */
    remove({ client, onBehalfOf }: Asker, item: T): boolean {
      const lines = clients.get(client);
      const line = lines?.get(onBehalfOf);
      const index = line?.indexOf(item) ?? -1;
      if (!lines || !line || index < 0) return false;
      line.splice(index, 1);
      if (line.length === 0) lines.delete(onBehalfOf);
      if (lines.size === 0) clients.delete(client);
      size--;
      return true;
    },
  };
}

/** Served last of all next time, where anything of it is left. */
function goToTheEnd<V>(lines: Map<string, V>, name: string, left: number): void {
  const line = lines.get(name);
  lines.delete(name);
  if (line !== undefined && left > 0) lines.set(name, line);
}

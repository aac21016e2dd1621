/** Who waits: a client, and the one it asks for, which is empty where it does not say. */
export type Asker = { client: string; onBehalfOf: string };

/**
 * Waiting lines by client, and within a client by the one it asks for, served in turn: a thousand statements of one delay another's
 * single one by one, be they two clients or two customers of the same.
 */
export function fairQueue<T>(capacity: number) {
  const clients = new Map<string, Map<string, T[]>>();
  let size = 0;

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
    shift(): T | undefined {
      const [client, lines] = first(clients) ?? [];
      const [onBehalfOf, line] = first(lines) ?? [];
      if (client === undefined || onBehalfOf === undefined) return undefined;
      const item = line?.shift();
      goToTheEnd(lines, onBehalfOf, line?.length);
      goToTheEnd(clients, client, lines?.size);
      size--;
      return item;
    },
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

const first = <V>(lines: Map<string, V> | undefined): [string, V] | undefined => lines?.entries().next().value;

/** Served last of all next time, where anything of it is left. */
function goToTheEnd<V>(lines: Map<string, V> | undefined, name: string, left: number | undefined): void {
  const line = lines?.get(name);
  lines?.delete(name);
  if (line !== undefined && left) lines?.set(name, line);
}

/** Waiting lines by client, served in turn: one client's thousand statements delay another's single one by one. */
export function fairQueue<T>(capacity: number) {
  const lines = new Map<string, T[]>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    /** False when the queue is full. */
    push(client: string, item: T): boolean {
      if (size >= capacity) return false;
      const line = lines.get(client);
      if (line) line.push(item);
      else lines.set(client, [item]);
      size++;
      return true;
    },
    shift(): T | undefined {
      const next = lines.entries().next();
      if (next.done) return undefined;
      const [client, line] = next.value;
      const item = line.shift();
      lines.delete(client);
      if (line.length > 0) lines.set(client, line);
      size--;
      return item;
    },
    /** Takes an item out that no longer needs to be served. */
    remove(client: string, item: T): boolean {
      const line = lines.get(client);
      const index = line?.indexOf(item) ?? -1;
      if (!line || index < 0) return false;
      line.splice(index, 1);
      if (line.length === 0) lines.delete(client);
      size--;
      return true;
    },
  };
}

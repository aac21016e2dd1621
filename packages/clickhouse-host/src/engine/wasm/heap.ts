/**
 * The engine's heap as it really is. Its size only ever grows, so a heap at its end may be empty inside: whether there is room
 * is known by asking the allocator for a piece.
 */
import type { HeapState } from '../messages.ts';
import type { ChdbModule } from './emscripten.ts';

/** Where the module's memory ends: 32,768 pages. */
export const HEAP_END_BYTES = 2 ** 31;
/** Statements ask for pieces up to this; a large one that gets none fails alone. */
const ROOM_BYTES = 128 * 2 ** 20;

/** `giveBack` empties the engine's caches. */
export function watchHeap(module: Pick<ChdbModule, 'memory' | '_malloc' | '_free'>, giveBack: () => Promise<void>) {
  let isFull = false;

  const hasRoom = (): boolean => {
    if (HEAP_END_BYTES - module.memory.buffer.byteLength >= ROOM_BYTES) return true;
    const piece = BigInt(module._malloc(BigInt(ROOM_BYTES)));
    if (piece === 0n) return false;
    module._free(piece);
    return true;
  };

  return {
    /** Between statements. Caches are for speed: they go before anything is refused for their sake. */
    async look(isShort: boolean): Promise<HeapState> {
      if (isShort || (!isFull && !hasRoom())) await giveBack();
      isFull = !hasRoom();
      return { bytes: module.memory.buffer.byteLength, isFull };
    },
  };
}

import type { ServerSettings } from '../server-config.ts';

/** What only the module needs: a thread of it is a worker of Node that takes 30 MB, and its heap ends at 2 GiB. */
export const MODULE_SETTINGS: ServerSettings = {
  // A limit of two million GiB, that is none. What one thread takes and another gives back is never counted down: some 0.1 MB a
  // statement, so a limit on the sum refuses everything in the end. Each statement has its own, and `heap.ts` watches what is real.
  max_server_memory_usage_to_ram_ratio: 1_000_000,
  max_thread_pool_size: 64,
};

export const SESSION_OF_MODULE: Record<string, string> = {
  // The mount cannot map files into memory: the engine aborts where it tries.
  local_filesystem_read_method: 'pread',
  storage_file_read_method: 'pread',
};

/** Where the module looks for its settings: in its working folder, which is in memory. */
export const SERVER_CONFIG_PATH = '/config.xml';

export const MEMORY_PER_STATEMENT = 1200 * 2 ** 20;

/**
 * The engine's own defaults are those of a large server: on the first removal of many parts it would start 128 threads,
 * each a worker of Node that takes 30 MB. Here they fit the 16 threads it starts with and a heap of 2 GiB.
 */
const MB = 1_000_000;

const SERVER_SETTINGS: Record<string, number> = {
  // A limit of two million GiB, that is none. What one thread takes and another gives back is never counted down: some 0.1 MB a
  // statement, so a limit on the sum refuses everything in the end. Each statement has its own, and `heap.ts` watches what is real.
  max_server_memory_usage_to_ram_ratio: 1_000_000,
  mark_cache_size: 128 * MB,
  primary_index_cache_size: 128 * MB,
  uncompressed_cache_size: 256 * MB,
  index_mark_cache_size: 32 * MB,
  index_uncompressed_cache_size: 32 * MB,
  query_condition_cache_size: 16 * MB,
  parquet_metadata_cache_size: 16 * MB,
  text_index_tokens_cache_size: 16 * MB,
  text_index_header_cache_size: 16 * MB,
  text_index_postings_cache_size: 16 * MB,
  vector_similarity_index_cache_size: 16 * MB,
  max_thread_pool_size: 64,
  max_io_thread_pool_size: 2,
  max_format_parsing_thread_pool_size: 4,
  max_prefixes_deserialization_thread_pool_size: 2,
  max_active_parts_loading_thread_pool_size: 1,
  max_outdated_parts_loading_thread_pool_size: 1,
  max_unexpected_parts_loading_thread_pool_size: 1,
  max_parts_cleaning_thread_pool_size: 1,
  prefetch_threadpool_pool_size: 2,
  load_marks_threadpool_pool_size: 2,
  threadpool_writer_pool_size: 2,
  threadpool_local_fs_reader_pool_size: 2,
  threadpool_remote_fs_reader_pool_size: 2,
  database_catalog_drop_table_concurrency: 1,
  database_atomic_delay_before_drop_table_sec: 1,
};

const MERGING: Record<string, number> = {
  // An insert is answered when the disk has it: what was answered survives a power cut.
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  old_parts_lifetime: 60,
  // Twelve parts of a size become one, where by default five do: an import's rows are not merged while it still brings more,
  // and each of them less often. A query reads a few parts more for it.
  merge_selector_base: 12,
};

/** Where the engine looks for it: in its working folder, which is in memory. */
export const SERVER_CONFIG_PATH = '/config.xml';

export function serverConfig(): string {
  return `<clickhouse>${elements(SERVER_SETTINGS)}<merge_tree>${elements(MERGING)}</merge_tree></clickhouse>`;
}

function elements(settings: Record<string, number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');
}

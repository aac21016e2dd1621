/**
 * The engine's own defaults are those of a large server: on the first removal of many parts it would start 128 threads, and its
 * caches alone may take more than a machine has that runs everything else too.
 */
const MB = 1_000_000;

export type ServerSettings = Record<string, number>;

const SERVER_SETTINGS: ServerSettings = {
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

const MERGING: ServerSettings = {
  // An insert is answered when the disk has it: what was answered survives a power cut.
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  old_parts_lifetime: 60,
  // Twelve parts of a size become one, where by default five do: an import's rows are not merged while it still brings more,
  // and each of them less often. A query reads a few parts more for it.
  merge_selector_base: 12,
};

/** The file of settings that an engine reads at its start. */
export function serverConfig(ofEngine: ServerSettings): string {
  const settings = elements({ ...SERVER_SETTINGS, ...ofEngine });
  return `<clickhouse>${settings}<merge_tree>${elements(MERGING)}</merge_tree></clickhouse>`;
}

function elements(settings: ServerSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');
}

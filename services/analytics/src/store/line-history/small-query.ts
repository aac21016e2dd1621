/** These queries read little: more threads cost more to start than they save. */
export const SMALL_QUERY = { max_threads: 1, use_uncompressed_cache: 1 };

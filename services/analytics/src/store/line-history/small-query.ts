/** These queries read little: more threads cost more to start than they save. */
export const SMALL_QUERY = { max_threads: 1 };

/** `connection_quota_exceeded` → `quota exceeded`: a wire value without its family's prefix, for people. */
export const sayWord = (value: string, prefix = ''): string =>
  value.slice(value.startsWith(prefix) ? prefix.length : 0).replaceAll('_', ' ');

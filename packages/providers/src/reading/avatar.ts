const LONGEST = 2_000;

/** An account's avatar as the host serves it; nothing where it names none, or none that a browser could load. */
export const avatarOf = (url: string | null | undefined): { avatarUrl?: string } =>
  url && url.length <= LONGEST && /^https?:\/\/[^\s/]/.test(url) ? { avatarUrl: url } : {};

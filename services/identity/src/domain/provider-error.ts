import { type ProviderErrorCode, providerErrorCodes } from '@linescope/providers/errors';

/** An error of another version's set says at least that the host failed. */
export const providerErrorEm = (stored: string | null): ProviderErrorCode | null =>
  stored === null ? null : (providerErrorCodes.find((code) => code === stored) ?? 'host_failed');

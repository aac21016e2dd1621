import { invalidParameter } from '@linescope/contract/fault';
import { isProviderError } from '@linescope/providers/errors';
import { checkUrl } from '@linescope/providers/pacing/address-guard';

/** Refuses at once what no call would be let through to; a name is judged again by what it resolves to, at each call. */
export function checkAddress(param: string, url: string, allowPrivateAddresses: boolean): void {
  try {
    checkUrl(new URL(url), allowPrivateAddresses);
  } catch (error) {
    throw isProviderError(error) ? invalidParameter(param, error.message) : error;
  }
}

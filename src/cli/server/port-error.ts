import { errorCode, errorMessage } from '../../kernel/errors.ts';

const NO_ADDRESS = 'this machine has no such address';

/** Why a port cannot be opened. Users other than root open ports below 1024 only with a capability. */
export const portError = (error: unknown): string => {
  const code = errorCode(error);
  if (code === 'EACCES') {
    return `${errorMessage(error)}; ports below 1024 need root or the capability CAP_NET_BIND_SERVICE`;
  }
  // Bun says so too where it cannot read the address.
  if (code === 'EADDRINUSE') return `another process uses it, or ${NO_ADDRESS}`;
  return code === 'EADDRNOTAVAIL' || code === 'EINVAL' ? NO_ADDRESS : errorMessage(error);
};

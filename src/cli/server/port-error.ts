import { errorMessage } from '../../kernel/errors.ts';

/** Why a port cannot be opened. Users other than root open ports below 1024 only with a capability. */
export const portError = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'EACCES'
    ? `${error.message}; ports below 1024 need root or the capability CAP_NET_BIND_SERVICE`
    : errorMessage(error);

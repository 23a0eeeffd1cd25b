import type { ApiResponse } from './api.ts';

/** The status and code of an error. */
export const errorOf = ({ status, body }: ApiResponse): unknown[] => [status, body.error.code];

/** The status, code and param of an error. */
export const errorWithParam = ({ status, body }: ApiResponse): unknown[] => [status, body.error.code, body.error.param];

/** The status and code of an error, and the code of its first detail. */
export const errorWithDetail = ({ status, body }: ApiResponse): unknown[] => [
  status,
  body.error.code,
  body.error.details?.[0]?.code,
];

import type { ApiResponse } from './api.ts';

/** The status of a response, and the code of its error. */
export const errorOf = ({ status, body }: ApiResponse): unknown[] => [status, body.error?.code];

/** The same with the param of the error. */
export const errorWithParam = (response: ApiResponse): unknown[] => [...errorOf(response), response.body.error?.param];

/** The same with the code of the first detail of the error. */
export const errorWithDetail = (response: ApiResponse): unknown[] => [
  ...errorOf(response),
  response.body.error?.details?.[0]?.code,
];

/** The status of a response, and `param code` of each detail of its error. */
export const problemsOf = ({ status, body }: ApiResponse): unknown[] => [
  status,
  ...(body.error?.details ?? []).map(({ param, code }: Record<string, string>) => `${param} ${code}`),
];

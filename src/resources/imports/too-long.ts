import { invalidParam, type Problem } from '../../kernel/problem.ts';

/** 400: an import would keep other writes waiting for too long. @param longestMs real milliseconds. */
export const importTooLong = (longestMs: number): Problem =>
  invalidParam(
    'body',
    `This import takes longer than ${longestMs / 1000} seconds, which would block other writes, so nothing was written. ` +
      'Send the file in parts, or stop the server and use: studiod import FILE',
  );

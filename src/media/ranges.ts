import type { Version } from '../kernel/preconditions.ts';

const SINGLE = /^bytes=\s*(\d{0,18})-(\d{0,18})\s*$/i;

/**
 * The first and the last byte that a `Range` header asks for (RFC 9110, 14). A header that is not understood, of another unit or of several
 * ranges is ignored, as the RFC allows: the file is sent as a whole.
 * @param size of the file in bytes.
 */
export const rangeOf = (header: string | null, size: number) => {
  const [, first, last] = SINGLE.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};

/** An instant as HTTP writes it: `Mon, 02 Mar 2026 08:00:00 GMT`. */
export const httpDate = (instant: string): string => new Date(instant).toUTCString();

/** Whether the part that a client has is of this version: `If-Range` names its ETag, or exactly its date. */
export const isSameVersion = (ifRange: string | null, { etag, changedAt }: Required<Version>): boolean => {
  if (ifRange === null) return true;
  return /^(?:W\/)?"/.test(ifRange) ? ifRange === etag : ifRange === httpDate(changedAt);
};

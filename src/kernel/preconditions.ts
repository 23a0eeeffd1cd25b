import { Problem } from './problem.ts';

/** What distinguishes one state of a response from another. */
export interface Version {
  /** With its quotes. */
  readonly etag: string;
  /** ISO 8601 instant of its last change, where it has one. */
  readonly changedAt?: string;
}

/**
 * What a coding adds to an ETag, by studiod or by a proxy: `"x-gzip"` of Apache, `"x--gzip"` of Jetty, `"x;gzip"` of its older versions.
 * Proxies leave it there when the client sends it back.
 */
const CODING = /(?:(?:--?|;)(?:gzip|br|zstd|deflate))+"$/;

/** An ETag without `W/`, which proxies that compress add, and without a coding. */
const plain = (mark: string): string => mark.trim().replace(/^W\//, '').replace(CODING, '"');

/** The ETag of an answer in a coding, whose bytes are others (RFC 9110, 8.8.3). */
export const etagIn = (etag: string, coding: string): string => `${etag.slice(0, -1)}-${coding}"`;

/** What follows the ETag of a record in the ETag of its answer with expansions: `"record.expanded"`. */
const EXPANDED = /\.[0-9a-f]+"$/;

/** The ETag of a record's answer with expansions, by the hash of its whole text. `If-Match` takes the record's part of it. */
export const etagExpanded = (etag: string, hash: string): string => `${etag.slice(0, -1)}.${hash}"`;

const names = (header: string, etag: string): boolean => {
  if (header.trim() === '*') return true;
  const wanted = plain(etag);
  return header.split(',').some((each) => plain(each) === wanted);
};

const recordOf = (mark: string): string => plain(mark).replace(EXPANDED, '"');

/** Whether a header names the ETag of a record, with or without expansions. */
const namesRecord = (header: string, etag: string): boolean => {
  if (header.trim() === '*') return true;
  const wanted = recordOf(etag);
  return header.split(',').some((each) => recordOf(each) === wanted);
};

const secondsOf = (date: string): number => Math.floor(Date.parse(date) / 1000);

const recordChanged = (param: 'If-Match' | 'If-Unmodified-Since'): Problem =>
  new Problem(
    412,
    'record_changed',
    param === 'If-Match'
      ? 'The record has changed since you read it. Read it again, and send If-Match with its new ETag.'
      : 'It has changed since the date in If-Unmodified-Since. Read it again.',
    { param },
  );

const recordExists = (): Problem =>
  new Problem(
    412,
    'record_changed',
    'If-None-Match rules out the current state of the record: it exists, or has this ETag. Read it, and send If-Match with its ETag to change it.',
    { param: 'If-None-Match' },
  );

/**
 * Whether the client has this version whole already, so that the answer to its GET or HEAD is 304 (RFC 9110, 13.2.2).
 * @throws Problem 412 `record_changed` where the request asks for another version: `If-Match`, or without it `If-Unmodified-Since`.
 */
export const isUnchanged = (headers: Headers, { etag, changedAt }: Version): boolean => {
  const match = headers.get('if-match');
  if (match !== null) {
    if (!namesRecord(match, etag)) throw recordChanged('If-Match');
  } else if (changedAt !== undefined) {
    const before = headers.get('if-unmodified-since');
    if (before !== null && secondsOf(before) < secondsOf(changedAt)) throw recordChanged('If-Unmodified-Since');
  }
  const none = headers.get('if-none-match');
  if (none !== null) return names(none, etag);
  const since = changedAt === undefined ? null : headers.get('if-modified-since');
  return since !== null && changedAt !== undefined && secondsOf(since) >= secondsOf(changedAt);
};

/** The conditions under which a request changes a record. */
export interface Conditions {
  readonly match: string | null;
  readonly noneMatch: string | null;
}

/** The conditions of a request that changes something; undefined without any. */
export const conditionsOf = (headers: Headers): Conditions | undefined => {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  return match === null && noneMatch === null ? undefined : { match, noneMatch };
};

/**
 * @param etags of the record: one for each operation that reads it.
 * @param exists whether there is already what the request would set.
 * @throws Problem 412 `record_changed` when the record is not as the request says.
 */
export const requireConditions = (
  { match, noneMatch }: Conditions,
  etags: readonly string[],
  exists: () => boolean,
): void => {
  if (match !== null && !etags.some((etag) => namesRecord(match, etag))) throw recordChanged('If-Match');
  if (noneMatch === null) return;
  const isRefused = noneMatch.trim() === '*' ? exists() : etags.some((etag) => namesRecord(noneMatch, etag));
  if (isRefused) throw recordExists();
};

import { type Detail, invalidDetail } from '../../../../kernel/problem.ts';
import type { EntryRow, UpdateEntryBody } from '../record.ts';

/** The columns that decide when an entry is published. */
export type Publication = Pick<EntryRow, 'status' | 'publishedAt' | 'expiresAt'>;

const isMeant = ({ status }: Publication): boolean => status === 'scheduled' || status === 'published';

/** Whether an entry is published at `now`, whatever its status column says yet (content.md "Who reads"). */
export const isPublished = (row: Publication, now: string): boolean =>
  isMeant(row) && row.publishedAt !== null && row.publishedAt <= now && (row.expiresAt === null || row.expiresAt > now);

/** The status at `now`. An expired entry stays `published`: it is no longer found, and is again with a later end. */
export const statusAt = ({ status, publishedAt }: Publication, now: string): EntryRow['status'] =>
  status === 'scheduled' && publishedAt !== null && publishedAt <= now ? 'published' : status;

/** When an entry will be published or expire automatically; null for never. */
const changeAfter = (row: Publication, now: string): string | null => {
  if (!isMeant(row) || row.publishedAt === null) return null;
  if (row.publishedAt > now) return row.publishedAt;
  return row.expiresAt !== null && row.expiresAt > now ? row.expiresAt : null;
};

type Stored = Pick<EntryRow, 'status' | 'isListed' | 'isCounted' | 'changesAt'>;

export const storedAt = (row: Publication, now: string): Stored => ({
  status: statusAt(row, now),
  isListed: isMeant(row) ? 1 : 0,
  isCounted: isPublished(row, now) ? 1 : 0,
  changesAt: changeAfter(row, now),
});

/** `published` without a time is now, also for a scheduled entry; with a time ahead it is `scheduled`. */
export const publicationOf = (row: Publication, body: UpdateEntryBody, now: string): Publication => {
  const { status, expiresAt } = row;
  let { publishedAt } = row;
  const isNow = body.status === 'published' && body.publishedAt === undefined && (publishedAt ?? now) >= now;
  if (isNow || (status === 'published' && publishedAt === null)) publishedAt = now;
  const isUnpublished = publishedAt === null || publishedAt > now;
  return { status: isMeant(row) ? (isUnpublished ? 'scheduled' : 'published') : status, publishedAt, expiresAt };
};

/** What is wrong with a publication: `scheduled` without `publishedAt`, or an end that is not after it. */
export const wrongPublication = ({ status, publishedAt, expiresAt }: Publication): Detail[] => {
  if (publishedAt === null) {
    const message = "A scheduled entry needs a publication time. Send it in 'publishedAt'.";
    return status === 'scheduled' ? [{ param: 'publishedAt', code: 'parameter_missing', message }] : [];
  }
  const message = "'expiresAt' must be after 'publishedAt'.";
  const isOver = expiresAt !== null && expiresAt <= publishedAt;
  return isOver ? [invalidDetail('expiresAt', message, { reason: 'end_before_start' })] : [];
};

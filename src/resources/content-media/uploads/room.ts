import type { Read } from '../../../database/database.ts';
import { storageFull } from '../../../database/unavailable.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict } from '../../../kernel/problem.ts';
import type { FileDeps } from '../files.ts';
import { openUploads } from '../queries.ts';
import { receivedBytes } from './received-files.ts';

/** The unfinished uploads of one credential. A client sends a few at the same time. */
const MAX_OPEN = 100;

const OF_CREDENTIAL = `select count(*) "n" from "contentMedia"
  where "status" = 'uploading' and "archivedAt" is null and "uploadCredentialId" = ?`;
const TO_COME = `select ifnull(sum("uploadLength"), 0) "n" from "contentMedia"
  where "status" = 'uploading' and "archivedAt" is null`;

const numberOf = (read: Read, statement: string, ...values: string[]): number =>
  read.db.query<{ n: number }, string[]>(statement).get(...values)?.n ?? 0;

/** The bytes that all unfinished uploads may have together: what is free on the disk, and what is there of them. */
export const roomForUploads = async ({ store, media }: Pick<FileDeps, 'store' | 'media'>): Promise<number> => {
  const free = await media.freeBytes();
  let received = 0;
  for (const { id } of openUploads(store.view(), 'uploading')) received += (await receivedBytes({ media }, id)) ?? 0;
  return free + received;
};

/**
 * Checks that one more upload may begin.
 * @param length in bytes. @param room of all uploads together, in bytes.
 * @throws Problem 409 `limit_reached` for a credential with 100 unfinished ones, 503 `storage_full` where they do not fit.
 */
export const requireRoom = (read: Read, caller: Caller, length: number, room: number): void => {
  if (numberOf(read, OF_CREDENTIAL, caller.credentialId) >= MAX_OPEN) {
    throw conflict(
      'limit_reached',
      `This credential has ${MAX_OPEN} unfinished uploads. Finish or delete one of them first.`,
    );
  }
  if (numberOf(read, TO_COME) + length > room) throw storageFull();
};

import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../database/database.ts';
import { folded } from '../../kernel/folding.ts';
import { conflict } from '../../kernel/problem.ts';

/** The maximum number of characters of a slug that is made from a name; a number at its end comes on top. */
const MAX_LENGTH = 80;

/** A name as part of a web address; `noun` for a name without Latin letters and digits. */
const slugOf = (name: string, noun: string): string =>
  folded(name)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '') || noun;

/** A free number from 2 on, after a taken number: the first, unless earlier numbers became free. A few look-ups. */
const freeNumber = (isTaken: (number: number) => boolean): number => {
  let taken = 1;
  let free = 2;
  for (; isTaken(free); free *= 2) taken = free;
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
};

interface Named {
  readonly table: SQLiteTable;
  readonly noun: string;
}

const ownerOf = (read: Read, table: string, slug: string): string | undefined =>
  read.db.query<{ id: string }, [string]>(`select "id" from "${table}" where "slug" = ?`).get(slug)?.id;

export const recordOfSlug = (read: Read, table: SQLiteTable, slug: string): string | undefined =>
  ownerOf(read, getTableName(table), slug);

/** A free slug, made from a name: `morning-yoga`, or `morning-yoga-2` where that is taken. */
export const slugFrom = (read: Read, { table, noun }: Named, name: string): string => {
  const slug = slugOf(name, noun);
  const isTaken = (each: string): boolean => ownerOf(read, getTableName(table), each) !== undefined;
  return isTaken(slug) ? `${slug}-${freeNumber((number) => isTaken(`${slug}-${number}`))}` : slug;
};

/** @throws Problem 409 `slug_exists` when another record than `ownId` has the slug. */
export const requireFreeSlug = (read: Read, { table, noun }: Named, slug: string, ownId?: string): void => {
  const owner = ownerOf(read, getTableName(table), slug);
  if (owner === undefined || owner === ownId) return;
  throw conflict(
    'slug_exists',
    `Another ${noun} has the slug '${slug}'. Send another slug, or leave it out to generate one.`,
  );
};

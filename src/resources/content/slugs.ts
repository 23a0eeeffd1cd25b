import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../database/database.ts';
import { conflict } from '../../kernel/problem.ts';

/** The most characters of a slug that is made from a name; a number at its end comes on top. */
const MAX_LENGTH = 80;

/** Letters that Unicode does not take apart into a letter and its accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const ASCII = /^[\s!-~]*$/;

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter);

/** Text without case and accents. */
export const folded = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : withoutAccents(text));

/** A name as part of a web address; `noun` for a name without Latin letters and digits. */
const slugOf = (name: string, noun: string): string =>
  folded(name)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '') || noun;

/** The first number from 2 on with which the slug is free. */
const freeNumber = (table: string): string => `with recursive "numbers" ("number") as (
    select 2 union all select "number" + 1 from "numbers"
    where exists (select 1 from "${table}" where "slug" = ?1 || '-' || "number"))
  select max("number") as "number" from "numbers"`;

/** What gets a slug: the table of its records and their name in messages, such as `category`. */
interface Named {
  readonly table: SQLiteTable;
  readonly noun: string;
}

/** The id of the record with a slug. */
const ownerOf = (read: Read, table: string, slug: string): string | undefined =>
  read.db.query<{ id: string }, [string]>(`select "id" from "${table}" where "slug" = ?`).get(slug)?.id;

/** The id of the record of a family with a slug. */
export const recordOfSlug = (read: Read, table: SQLiteTable, slug: string): string | undefined =>
  ownerOf(read, getTableName(table), slug);

/** A free slug, made from a name: `morning-yoga`, or `morning-yoga-2` where that is taken. */
export const slugFrom = (read: Read, { table, noun }: Named, name: string): string => {
  const slug = slugOf(name, noun);
  const tableName = getTableName(table);
  if (ownerOf(read, tableName, slug) === undefined) return slug;
  const free = read.db.query<{ number: number }, [string]>(freeNumber(tableName)).get(slug);
  return `${slug}-${free?.number}`;
};

/** @throws Problem 409 `slug_exists` when another record than `ownId` has the slug. */
export const requireFreeSlug = (read: Read, { table, noun }: Named, slug: string, ownId?: string): void => {
  const owner = ownerOf(read, getTableName(table), slug);
  if (owner === undefined || owner === ownId) return;
  throw conflict('slug_exists', `Another ${noun} has the slug '${slug}'. Send another one, or none to have one made.`);
};

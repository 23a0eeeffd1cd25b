import { type TProperties, Type } from '@sinclair/typebox';
import { storedId } from '../kernel/ids.ts';
import { invalidParam } from '../kernel/problem.ts';
import { recordText, type TextRow } from '../kernel/record-text.ts';
import { described, integer, object, optional, withDefault } from '../kernel/schemas.ts';
import type { Page, PageRequest } from '../records/pages.ts';

const DEFAULT_LIMIT = 10;

const limitField = optional(
  described(withDefault(integer(1, 100), DEFAULT_LIMIT), `Page size. Defaults to ${DEFAULT_LIMIT}.`),
);

export const expandField = { 'expand[]': optional(Type.Array(Type.String(), { maxItems: 20 })) };

/** Any text: everything that is not an id of the list is `cursor_invalid`. */
const cursor = optional(Type.String());

/** The query of a list: its filters, `limit` and two cursors (conventions.md "Lists"). */
export const listQuery = <Fields extends TProperties>(fields: Fields) =>
  object(() => ({ limit: limitField, starting_after: cursor, ending_before: cursor, ...fields }));

/** The query of a list with a single `cursor` (staff and instructors). */
export const cursorQuery = <Fields extends TProperties>(fields: Fields) =>
  object(() => ({ limit: limitField, cursor, ...fields }));

const cursorOf = (given: string | undefined) => (given === undefined ? undefined : storedId(given));

/** @throws Problem 400 when both cursors are given. */
export const parsePageRequest = (query: {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  cursor?: string;
}): PageRequest => {
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw invalidParam('ending_before', "Send either 'starting_after' or 'ending_before', not both.", {
      reason: 'not_accepted',
    });
  }
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    startingAfter: cursorOf(query.starting_after ?? query.cursor),
    endingBefore: cursorOf(query.ending_before),
    cursorParam:
      query.cursor !== undefined ? 'cursor' : query.ending_before !== undefined ? 'ending_before' : 'starting_after',
  };
};

/** The list envelope (conventions.md "Lists"). */
export interface ListResponse<Wire> {
  object: 'list';
  url: string;
  data: Wire[];
  hasMore: boolean;
  nextCursor: string | null;
  previousCursor: string | null;
}

/** A page in the list envelope; `url` is the path of the list. */
export const listResponse = <Row extends { id: string }, Wire>(
  url: string,
  page: Page<Row>,
  view: (row: Row) => Wire,
): ListResponse<Wire> => {
  const { rows } = page;
  return {
    object: 'list',
    url,
    data: rows.map(view),
    hasMore: page.hasMore,
    nextCursor: page.hasNext ? (rows.at(-1)?.id ?? null) : null,
    previousCursor: page.hasPrevious ? (rows[0]?.id ?? null) : null,
  };
};

/** The result of a list whose rows have the JSON text of their records. */
export const textList = (page: Page<TextRow>) => ({ page, view: recordText });

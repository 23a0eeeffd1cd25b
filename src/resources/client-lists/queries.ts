import { sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Caller, staffIdOf } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { named } from '../../records/query.ts';
import { ClientList, type ClientListRow } from './record.ts';

const { table: lists } = ClientList;

/** The lists that a person sees: shared ones and their own. A credential of no one binds ''. */
export const clientListPage = pagesOf<ClientListRow>(lists, () => ({
  direction: 'descending',
  endedIds: '',
  collection: 'seenBy',
  filters: { seenBy: sql`(${lists.isShared} = 1 or ${lists.staffId} = ${named('seenBy')})` },
  sites: ClientList.sites,
}));

/** @throws Problem 404 when there is no such list, or it is another person's own. */
export const findClientList = (read: Read, caller: Caller, id: string): ClientListRow => {
  const row = ClientList.find(read, caller, id);
  const isSeen = row.isShared === 1 || row.staffId === staffIdOf(caller);
  if (!isSeen) throw notFound('client list', id);
  return row;
};

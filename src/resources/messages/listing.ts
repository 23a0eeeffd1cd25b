import { eq, isNotNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { named } from '../../records/query.ts';
import { Client } from '../clients/record.ts';
import { Message, type MessageRow } from './record.ts';

const { table: messages } = Message;

/**
 * Messages to clients, and codes to whoever has asked for them, the newest first. Messages to staff, such as links for new
 * passwords, are in no list.
 */
export const messagePage = pagesOf<MessageRow>(messages, () => ({
  direction: 'descending',
  endedIds: '',
  indexed: {
    clientId: sql`${eq(messages.clientId, named('clientId'))} and ${isNotNull(messages.clientId)}`,
    status: eq(messages.status, named('status')),
  },
  filters: {
    channel: sql`+${eq(messages.channel, named('channel'))}`,
    toClients: sql`+${messages.staffId} is null and ${named('toClients')} = 1`,
  },
  sites: Message.sites,
}));

/** @throws Problem 404 when there is no such message, it is to staff, or the caller may not see its site. */
export const findMessage = (read: Read, caller: Caller, id: string): MessageRow => {
  const row = Message.find(read, caller, id);
  if (row.staffId !== null) throw notFound('message', id);
  return row;
};

/** The views of some messages: the address of a client of another home site is not shown to a restricted caller. */
export const messageViews = (read: Read, caller: Caller, rows: readonly MessageRow[]) => {
  const ids = [...new Set(rows.flatMap(({ clientId }) => clientId ?? []))];
  const homes = new Map(Client.rows.findAll(read, ids).map(({ id, homeLocationId }) => [id, homeLocationId]));
  return (row: MessageRow) => {
    // An address of no one belongs to no site but the one of the message.
    const home = row.clientId === null ? row.siteId : homes.get(row.clientId);
    const isShown = home !== undefined && canAccessSite(caller, home);
    return { ...Message.view(row), ...(isShown ? {} : { toEmail: null, errorMessage: null }) };
  };
};

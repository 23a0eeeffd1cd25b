import { eq } from 'drizzle-orm';
import { MemberLink, type MemberLinkRow } from '../../auth/members/record.ts';
import type { Read } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { named, query, selectRows } from '../../records/query.ts';
import { sitesOfClients } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';

const { table: links } = MemberLink;

export const memberLinkPage = pagesOf<MemberLinkRow>(links, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { clientId: eq(links.clientId, named('clientId')) },
  sites: sitesOfClients(links.clientId),
}));

export const reachesClient = (read: Read, caller: Caller, clientId: string): boolean =>
  Client.lookUp(read, caller, clientId) !== undefined;

/** @throws Problem 404 when there is no such link or the caller may not see its client. */
export const findMemberLink = (read: Read, caller: Caller, id: string): MemberLinkRow => {
  const row = MemberLink.rows.find(read, id);
  if (row === undefined || !reachesClient(read, caller, row.clientId)) throw notFound('member link', id);
  return row;
};

const bySubject = query<MemberLinkRow>(() => selectRows(links, 'issuer', 'subject'));

export const linkOfSubject = (read: Read, issuer: string, subject: string): MemberLinkRow | undefined =>
  bySubject.get(read, { issuer, subject });

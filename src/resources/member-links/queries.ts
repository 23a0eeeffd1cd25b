import { and, eq, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { type MemberLinkRow, memberLinks } from '../../database/tables/member-links.ts';
import { Client } from '../clients/record.ts';

export const linkRows = tableRows(memberLinks);

export const linkPage = pagesOf<MemberLinkRow>(memberLinks, {
  direction: 'descending',
  filters: {
    clientId: eq(memberLinks.clientId, named('clientId')),
    reachable: sql`exists (select 1 from ${Client.table} where ${Client.table.id} = ${memberLinks.clientId}
      and ${inList(Client.table.homeLocationId, 'reachable')})`,
  },
});

const bySubject = query<MemberLinkRow>(
  select
    .select()
    .from(memberLinks)
    .where(and(eq(memberLinks.issuer, named('issuer')), eq(memberLinks.subject, named('subject')))),
);

/** The link of a subject of an issuer. */
export const linkOf = (read: Read, issuer: string, subject: string): MemberLinkRow | undefined =>
  bySubject.get(read, { issuer, subject });

export const deleteLink = (tx: Tx, id: string): void => {
  tx.db.query('delete from "memberLinks" where "id" = ?').run(id);
};

const byEmail = query<{ id: string; status: string }>(
  select
    .select({ id: Client.table.id, status: Client.table.status })
    .from(Client.table)
    .where(eq(Client.table.email, named('email'))),
);

/** The client that has an email (in lower case), whatever its status. */
export const clientOfEmail = (read: Read, email: string): { id: string; status: string } | undefined =>
  byEmail.get(read, { email });

import { and, eq, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { named, query, select } from '../../database/query.ts';
import { memberLinks } from '../../database/tables/member-links.ts';
import { sites } from '../../database/tables/sites.ts';
import { clients } from './tables.ts';

/** The client that a person who signed in is. */
export interface LinkedClient {
  readonly linkId: string;
  readonly clientId: string;
  readonly status: string;
}

const bySubject = query<LinkedClient>(
  select
    .select({
      linkId: sql<string>`${memberLinks.id}`.as('linkId'),
      clientId: memberLinks.clientId,
      status: clients.status,
    })
    .from(memberLinks)
    .innerJoin(clients, eq(clients.id, memberLinks.clientId))
    .where(and(eq(memberLinks.issuer, named('issuer')), eq(memberLinks.subject, named('subject')))),
);

/** The client that a subject of an issuer is linked to. */
export const linkedClient = (read: Read, issuer: string, subject: string): LinkedClient | undefined =>
  bySubject.get(read, { issuer, subject });

const siteStatus = query<{ status: string }>(
  select
    .select({ status: sites.status })
    .from(sites)
    .where(eq(sites.id, named('id'))),
);

/** Whether there is such a site and it is active. */
export const isActiveSite = (read: Read, id: string): boolean => siteStatus.get(read, { id })?.status === 'active';

/** Where a client is at home, and how it stands. */
export interface ActingClient {
  readonly status: string;
  readonly homeLocationId: string;
}

const homeOf = query<ActingClient>(
  select
    .select({ status: clients.status, homeLocationId: clients.homeLocationId })
    .from(clients)
    .where(eq(clients.id, named('id'))),
);

export const actingClient = (read: Read, id: string): ActingClient | undefined => homeOf.get(read, { id });

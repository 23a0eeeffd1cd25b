import { sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { type Caller, canAccessSite, requireSite } from '../../../kernel/caller.ts';
import {
  conflict,
  type Detail,
  invalidParam,
  missingDetail,
  missingResource,
  notFound,
} from '../../../kernel/problem.ts';
import { named, query, select } from '../../../records/query.ts';
import { bookingById, bookingPage } from '../../bookings/queries.ts';
import { Booking, type BookingRow } from '../../bookings/record.ts';
import { type ClientRecord, clientById, clientPage, holderOfEmail } from '../../clients/queries.ts';
import { Client } from '../../clients/record.ts';
import { isErased, reachesClient } from '../../member-links/queries.ts';
import { namedSite } from '../../named-sites.ts';
import { packagePage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import type { InstructorParam } from '../../schedules/checks.ts';
import { Site, type SiteRow } from '../../sites/record.ts';
import { Staff, type StaffRow } from '../../staff/record.ts';
import { byExternalId } from './identity.ts';

interface ClientReference {
  readonly clientId?: string;
  readonly clientExternalId?: string;
  readonly clientEmail?: string;
}

type Reference = string | null | undefined;

interface PackageReference {
  readonly packageId?: Reference;
  readonly packageExternalId?: Reference;
}

interface BookingReference {
  readonly bookingId?: Reference;
  readonly bookingExternalId?: Reference;
}

/** A record that belongs to a client. */
interface Owned {
  readonly id: string;
  readonly clientId: string;
}

const seen = (caller: Caller, row: ClientRecord | undefined, param: string, value: string): ClientRecord => {
  if (row === undefined || !Client.canAccess(caller, row)) throw missingResource(param, 'client', value);
  return row;
};

/**
 * The client of a row, by id, external id or email. One whom the caller may not see is answered as one that does not
 * exist: the response would tell whose email or external id it is.
 * @throws Problem 400 when none is named or there is no such client.
 */
export const clientOf = (
  read: Read,
  caller: Caller,
  { clientId, clientExternalId, clientEmail }: ClientReference,
): ClientRecord => {
  if (clientId !== undefined) return seen(caller, clientById(read, clientId), 'clientId', clientId);
  if (clientExternalId !== undefined) {
    const row = byExternalId(read, caller, clientPage, clientExternalId, 'clientExternalId');
    return seen(caller, row, 'clientExternalId', clientExternalId);
  }
  if (clientEmail !== undefined) {
    const row = clientById(read, holderOfEmail(read, clientEmail) ?? '');
    return seen(caller, row, 'clientEmail', clientEmail);
  }
  const message = "The client is missing. Send 'clientId', 'clientExternalId' or 'clientEmail'.";
  throw invalidParam('clientId', message, 'parameter_missing');
};

/** @throws Problem 404 for a record of a client whom the caller may not see. */
export const requireReach = (read: Read, caller: Caller, kind: string, record: Owned): void => {
  if (!reachesClient(read, caller, record.clientId)) throw notFound(kind, record.id);
};

/**
 * A detail for each person who does not exist, or whom the caller may not see. Instructors may have left since.
 * @param params the ids by the fields that have them.
 */
export const unknownPeople = (read: Read, caller: Caller, params: readonly InstructorParam[]): Detail[] => {
  const ids = params.map(([, id]) => id);
  const seenIds = new Set(
    Staff.rows.findAll(read, ids).flatMap((row) => (Staff.canAccess(caller, row) ? [row.id] : [])),
  );
  return params.flatMap(([param, id]) => (seenIds.has(id) ? [] : [missingDetail(param, 'instructor', id)]));
};

/** @throws Problem 409 for an erased client: what a row says of them may be personal. */
export const requireNotErased = (read: Read, clientId: string): void => {
  if (isErased(read, clientId)) throw conflict('client_archived', 'This client is erased. Leave the row out.');
};

/** The site of a row, else the home site of the client. @throws Problem 403 when the caller may not see it. */
export const siteOf = (
  read: Read,
  caller: Caller,
  row: { readonly siteId?: string; readonly locationId?: string },
  client: ClientRecord,
): SiteRow => {
  const site = namedSite(read, caller, row) ?? Site.rows.find(read, client.homeLocationId);
  if (site === undefined) throw new Error(`the client '${client.id}' has no home`);
  requireSite(caller, site.id);
  return site;
};

interface OwnedRecord<Row> {
  canAccess(caller: Caller, row: Row): boolean;
}

/** How a row names a record. */
type Naming = readonly [param: string, kind: string, value: string];

/** @throws Problem 400 for a record that does not exist, that the caller may not see, or that is another client's. */
const ofClient = <Row extends { readonly clientId: string }>(
  caller: Caller,
  { canAccess }: OwnedRecord<Row>,
  row: Row | undefined,
  clientId: string,
  [param, kind, value]: Naming,
): Row => {
  if (row === undefined || !canAccess(caller, row)) throw missingResource(param, kind, value);
  if (row.clientId === clientId) return row;
  throw invalidParam(param, `This ${kind} is another client's. Send one of this client.`);
};

/** The package of a row, which must be the client's; undefined when it names none. @throws Problem 400 */
export const packageOf = (
  read: Read,
  caller: Caller,
  clientId: string,
  { packageId, packageExternalId: externalId }: PackageReference,
): PackageRow | undefined => {
  if (typeof packageId === 'string') {
    const naming = ['packageId', 'package', packageId] as const;
    return ofClient(caller, Package, Package.rows.find(read, packageId), clientId, naming);
  }
  if (typeof externalId !== 'string') return undefined;
  const row = byExternalId(read, caller, packagePage, externalId, 'packageExternalId');
  return ofClient(caller, Package, row, clientId, ['packageExternalId', 'package', externalId]);
};

/**
 * The package with which a client came. What was sold at another site is named by its id, as when the client books or
 * checks in.
 * @throws Problem 400 as `packageOf`.
 */
export const usedPackageOf = (
  read: Read,
  caller: Caller,
  clientId: string,
  row: PackageReference,
): PackageRow | undefined => {
  const named = typeof row.packageId === 'string' ? Package.rows.find(read, row.packageId) : undefined;
  return named?.clientId === clientId ? named : packageOf(read, caller, clientId, row);
};

/** The booking of a row, which must be the client's; undefined when it names none. @throws Problem 400 */
export const bookingOf = (
  read: Read,
  caller: Caller,
  clientId: string,
  { bookingId, bookingExternalId: externalId }: BookingReference,
): BookingRow | undefined => {
  if (typeof bookingId === 'string') {
    const naming = ['bookingId', 'booking', bookingId] as const;
    return ofClient(caller, Booking, bookingById(read, bookingId), clientId, naming);
  }
  if (typeof externalId !== 'string') return undefined;
  const row = byExternalId(read, caller, bookingPage, externalId, 'bookingExternalId');
  return ofClient(caller, Booking, row, clientId, ['bookingExternalId', 'booking', externalId]);
};

const sitesNamed = query<{ id: string }>(() =>
  select
    .select({ id: Site.table.id })
    .from(Site.table)
    .where(sql`lower(${Site.table.name}) = lower(${named('name')}) and ${Site.table.archivedAt} is null`),
);

/**
 * The id of the site that a row names as other systems do.
 * @throws Problem 400 when no site of the caller, or several, have the name.
 */
export const siteNamed = (read: Read, caller: Caller, name: string, param: string): string => {
  const [site, other] = sitesNamed.all(read, { name }).filter(({ id }) => canAccessSite(caller, id));
  if (site !== undefined && other === undefined) return site.id;
  const many = site === undefined ? 'There is no site' : 'Several sites are';
  const message = `${many} named '${name}'. Create or rename the site, or send its id.`;
  throw invalidParam(param, message, 'resource_missing');
};

const STAFF_NAMED = `select * from "staff" where lower("firstName" || ' ' || "lastName") = lower(?)`;

/** The same for a person who teaches. @throws Problem 400 when nobody whom the caller may see, or several, have the name. */
export const instructorNamed = (read: Read, caller: Caller, name: string, param: string): string => {
  const words = name.trim().replaceAll(/\s+/g, ' ');
  const [person, other] = read.db
    .query<StaffRow, [string]>(STAFF_NAMED)
    .all(words)
    .filter((row) => Staff.canAccess(caller, row));
  if (person !== undefined && other === undefined) return person.id;
  const many = person === undefined ? 'Nobody of the staff is' : 'Several people of the staff are';
  const message = `${many} named '${words}'. Create or rename the person, or send the 'instructorId'.`;
  throw invalidParam(param, message, 'resource_missing');
};

/** A row that may refer to other records. */
interface Referring extends ClientReference, PackageReference, BookingReference {
  readonly id?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/**
 * The fields of a row to compare with an existing record: without its identity, and with ids in place of external ids
 * and emails.
 * @param clientId the client of the record, whom a row may name by id whoever may see them.
 * @throws Problem 400 when one of the references is wrong.
 */
export const comparableFields = (read: Read, caller: Caller, clientId: string, row: Referring): Fields => {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...others } = row;
  const {
    clientId: _clientId,
    clientExternalId,
    clientEmail,
    packageExternalId,
    bookingExternalId,
    ...fields
  } = others;
  const isOther = row.clientId !== clientId && (row.clientId ?? clientExternalId ?? clientEmail) !== undefined;
  return {
    ...fields,
    ...(isOther ? { clientId: clientOf(read, caller, row).id } : {}),
    ...(typeof packageExternalId === 'string' ? { packageId: packageOf(read, caller, clientId, row)?.id } : {}),
    ...(typeof bookingExternalId === 'string' ? { bookingId: bookingOf(read, caller, clientId, row)?.id } : {}),
  };
};

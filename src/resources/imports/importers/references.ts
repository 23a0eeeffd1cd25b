import type { Read } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { type Caller, canAccessSite, requireSite } from '../../../kernel/caller.ts';
import { searchTerm } from '../../../kernel/folding.ts';
import { type Detail, invalidParam, missingDetail, missingResource, notFound } from '../../../kernel/problem.ts';
import type { PageOf } from '../../../records/pages.ts';
import { bookingById, bookingPage } from '../../bookings/queries.ts';
import { Booking } from '../../bookings/record.ts';
import { mergedInto, mergedIntoByExternalId } from '../../clients/merges/queries.ts';
import { type ClientRecord, clientById, clientPage, holderOfEmail } from '../../clients/queries.ts';
import { Client } from '../../clients/record.ts';
import { reachesClient } from '../../member-links/queries.ts';
import { namedSite } from '../../named-sites.ts';
import { mayHaveUsedPackage, packagePage } from '../../packages/queries.ts';
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
 * exist: the response would reveal whose email or external id it is.
 * @throws Problem 400 when none is named or there is no such client.
 */
export const clientOf = (
  read: Read,
  caller: Caller,
  { clientId, clientExternalId, clientEmail }: ClientReference,
): ClientRecord => {
  // Rows of a client who was merged are of the client who stayed.
  if (clientId !== undefined) {
    return seen(caller, clientById(read, mergedInto(read, clientId) ?? clientId), 'clientId', clientId);
  }
  if (clientExternalId !== undefined) {
    const row =
      byExternalId(read, caller, clientPage, clientExternalId, 'clientExternalId') ??
      clientById(read, mergedIntoByExternalId(read, clientExternalId) ?? '');
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

/** A detail for each unknown or hidden person; instructors may have left. `params` has the ids by their fields. */
export const unknownPeople = (read: Read, caller: Caller, params: readonly InstructorParam[]): Detail[] => {
  const ids = params.map(([, id]) => id);
  const seenIds = new Set(
    Staff.rows.findAll(read, ids).flatMap((row) => (Staff.canAccess(caller, row) ? [row.id] : [])),
  );
  return params.flatMap(([param, id]) => (seenIds.has(id) ? [] : [missingDetail(param, 'instructor', id)]));
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

/** How the rows of a family name a record of another one: by `planId` or `planExternalId`. */
export interface Reference {
  readonly param: string;
  readonly external: string;
  /** The id of the record that a row names; undefined where the row has it, or names none. @throws Problem 400 */
  idOf(read: Read, caller: Caller, row: Fields, clientId?: string): string | undefined;
}

interface Named<Row> {
  readonly rows: { find(read: Read, id: string): Row | undefined };
  canAccess(caller: Caller, row: Row): boolean;
}

/** Finds by id, else by external id; undefined when the row names nothing. `kind` is its name in messages. */
const namedBy = <Row extends { readonly id: string }>(
  name: string,
  { rows, canAccess }: Named<Row>,
  page: PageOf<Row>,
  kind = name,
) => {
  const [param, external] = [`${name}Id`, `${name}ExternalId`];
  /** `clientId`: whose record it must be. @throws Problem 400 for another client's, unknown or invisible record. */
  const find = (read: Read, caller: Caller, row: Fields, clientId?: string): Row | undefined => {
    const by = typeof row[param] === 'string' ? param : external;
    const value = row[by];
    if (typeof value !== 'string') return undefined;
    const found = by === param ? rows.find(read, value) : byExternalId(read, caller, page, value, external);
    if (found === undefined || !canAccess(caller, found)) throw missingResource(by, kind, value);
    const { clientId: owner = clientId }: { readonly clientId?: string } & Row = found;
    if (owner === clientId || clientId === undefined) return found;
    throw invalidParam(by, `This ${kind} belongs to another client. Send a ${kind} of this client.`, {
      reason: 'of_another_client',
    });
  };
  return { param, external, kind, find };
};

/** A record that a row may name. Its id is compared as it is, since its record may be out of the caller's sight by now. */
export const optionalReference = <Row extends { readonly id: string }>(...named: Parameters<typeof namedBy<Row>>) => {
  const { param, external, find } = namedBy(...named);
  const idOf: Reference['idOf'] = (read, caller, row, clientId) =>
    typeof row[external] === 'string' ? find(read, caller, row, clientId)?.id : undefined;
  return { param, external, idOf, find };
};

export const requiredReference = <Row extends { readonly id: string }>(...named: Parameters<typeof namedBy<Row>>) => {
  const { param, external, kind, find } = namedBy(...named);
  return {
    param,
    external,
    idOf: (read: Read, caller: Caller, row: Fields) => find(read, caller, row)?.id,
    /** @throws Problem 400 when the row names none, or as `find`. */
    find(read: Read, caller: Caller, row: Fields): Row {
      const found = find(read, caller, row);
      if (found !== undefined) return found;
      const message = `The ${kind} is missing. Send '${param}' or '${external}'.`;
      throw invalidParam(param, message, 'parameter_missing');
    },
  };
};

export const namedPackage = optionalReference('package', Package, packagePage);

const bookings = { rows: { find: bookingById }, canAccess: Booking.canAccess };
export const namedBooking = optionalReference('booking', bookings, bookingPage);

/** The client who brings the guest of a booking; undefined for one that is not of a guest. */
const hostOf = (read: Read, hostBookingId: string | null | undefined): string | undefined =>
  typeof hostBookingId === 'string' ? bookingById(read, hostBookingId)?.clientId : undefined;

/**
 * The package with which a client came: their own, one that their household shares, or that of whoever brings them. What was sold at
 * another site is named by its id, as when the client books or checks in.
 * @throws Problem 400 as `namedPackage`.
 */
export const usedPackageOf = (
  read: Read,
  caller: Caller,
  clientId: string,
  row: Fields,
  hostBookingId?: string | null,
): PackageRow | undefined => {
  const byId = typeof row.packageId === 'string' ? Package.rows.find(read, row.packageId) : undefined;
  const named = byId ?? namedPackage.find(read, caller, row);
  if (named === undefined) return namedPackage.find(read, caller, row, clientId);
  const users = [clientId, hostOf(read, hostBookingId) ?? clientId];
  // Someone who has left the household since has used it before.
  const wasShared = row.state !== undefined && named.isShareable === 1 && Package.canAccess(caller, named);
  if (wasShared || users.some((userId) => mayHaveUsedPackage(read, userId, named))) return named;
  return namedPackage.find(read, caller, row, clientId);
};

/**
 * The booking that a payment of a client is for: their own, or that of a guest whom they bring or, as files of studiod say, have brought.
 * @throws Problem 400 as `namedBooking`.
 */
export const paidBookingOf = (read: Read, caller: Caller, clientId: string, row: Fields): string | null => {
  const named = namedBooking.find(read, caller, row);
  const isOfGuest =
    named !== undefined &&
    (hostOf(read, named.hostBookingId) === clientId || (row.state !== undefined && named.bookingSource === 'guest'));
  return (isOfGuest ? named : namedBooking.find(read, caller, row, clientId))?.id ?? null;
};

const SITES_NAMED = `select "id", "name" from "sites"
  where instr("searchText" || char(10), ? || char(10)) = 1 and "archivedAt" is null`;

/** Those that are named as written; others where no one is. */
export const bestNamed = <Row>(rows: readonly Row[], name: string, nameOf: (row: Row) => string): readonly Row[] => {
  const written = rows.filter((row) => nameOf(row).toLowerCase() === name.toLowerCase());
  return written.length > 0 ? written : rows;
};

/** @throws Problem 400 when no site of the caller, or several, have the name. */
export const siteNamed = (read: Read, caller: Caller, name: string, param: string): string => {
  const sites = read.db
    .query<{ id: string; name: string }, [string]>(SITES_NAMED)
    .all(searchTerm(name))
    .filter(({ id }) => canAccessSite(caller, id));
  const [site, other] = bestNamed(sites, name, (each) => each.name);
  if (site !== undefined && other === undefined) return site.id;
  const many = site === undefined ? 'There is no site' : 'Several sites are';
  const message = `${many} named '${name}'. Create or rename the site, or send its id.`;
  throw invalidParam(param, message, 'resource_missing');
};

const STAFF_NAMED = `select * from "staff" where instr("searchText" || char(10), ? || char(10)) = 1`;

/** The same for a person who teaches. @throws Problem 400 when no one whom the caller may see, or several, have the name. */
export const instructorNamed = (read: Read, caller: Caller, name: string, param: string): string => {
  const words = name.trim().replaceAll(/\s+/g, ' ');
  const people = read.db
    .query<StaffRow, [string]>(STAFF_NAMED)
    .all(searchTerm(words))
    .filter((row) => Staff.canAccess(caller, row));
  const [person, other] = bestNamed(people, words, ({ firstName, lastName }) => `${firstName} ${lastName}`);
  if (person !== undefined && other === undefined) return person.id;
  const many = person === undefined ? 'Nobody of the staff is' : 'Several people of the staff are';
  const message = `${many} named '${words}'. Create or rename the person, or send the 'instructorId'.`;
  throw invalidParam(param, message, 'resource_missing');
};

/**
 * The fields of a row to compare with an existing record: with ids in place of external ids and emails.
 * @param clientId the client of the record, if it has one; whoever may see them, a row may name that one by id.
 * @throws Problem 400 when one of the references is wrong.
 */
export const withIds = (
  read: Read,
  caller: Caller,
  clientId: string | undefined,
  fields: Fields,
  references: readonly Reference[],
): Fields => {
  const compared = { ...fields };
  for (const { param, external, idOf } of references) {
    const id = idOf(read, caller, fields, clientId);
    delete compared[external];
    if (id !== undefined) compared[param] = id;
  }
  if (clientId === undefined) return compared;
  const { clientId: named, clientExternalId, clientEmail, ...others } = compared;
  const isOther = named !== clientId && (named ?? clientExternalId ?? clientEmail) !== undefined;
  return isOther ? { ...others, clientId: clientOf(read, caller, fields).id } : others;
};

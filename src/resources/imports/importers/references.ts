import type { Read } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { type Caller, requireSite } from '../../../kernel/caller.ts';
import { conflict, type Detail, invalidParam, missingDetail, missingResource } from '../../../kernel/problem.ts';
import { bookingById, bookingPage } from '../../bookings/queries.ts';
import { Booking, type BookingRow } from '../../bookings/record.ts';
import { type ClientRecord, clientById, clientPage, holderOfEmail } from '../../clients/queries.ts';
import { isErased } from '../../member-links/queries.ts';
import { namedSite } from '../../named-sites.ts';
import { mayNamePackage, packagePage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import type { InstructorParam } from '../../schedules/checks.ts';
import { Site, type SiteRow } from '../../sites/record.ts';
import { Staff } from '../../staff/record.ts';
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

const found = <Row>(row: Row | undefined, param: string, kind: string, value: string): Row => {
  if (row === undefined) throw missingResource(param, kind, value);
  return row;
};

/** The client of a row, of whatever site. @throws Problem 400 when none is named or there is no such client. */
export const findClient = (read: Read, { clientId, clientExternalId, clientEmail }: ClientReference): ClientRecord => {
  if (clientId !== undefined) return found(clientById(read, clientId), 'clientId', 'client', clientId);
  if (clientExternalId !== undefined) {
    const row = byExternalId(read, clientPage, clientExternalId, 'clientExternalId');
    return found(row, 'clientExternalId', 'client', clientExternalId);
  }
  if (clientEmail !== undefined) {
    const row = clientById(read, holderOfEmail(read, clientEmail.toLowerCase()) ?? '');
    return found(row, 'clientEmail', 'client', clientEmail);
  }
  const message = "The client is missing. Send 'clientId', 'clientExternalId' or 'clientEmail'.";
  throw invalidParam('clientId', message, 'parameter_missing');
};

/**
 * The client of a row, by id, external id or email.
 * @throws Problem 400 when none is named or there is no such client, 403 when the caller may not see its home site.
 */
export const clientOf = (read: Read, caller: Caller, row: ClientReference): ClientRecord => {
  const client = findClient(read, row);
  requireSite(caller, client.homeLocationId);
  return client;
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

/** A record that a row names. One that the caller may not name is answered as an unknown one. */
const ofClient = <Row extends { readonly clientId: string }>(
  row: Row | undefined,
  mayName: (row: Row) => boolean,
  clientId: string,
  [param, kind, value]: readonly [param: string, kind: string, value: string],
): Row => {
  const owned = found(row !== undefined && mayName(row) ? row : undefined, param, kind, value);
  if (owned.clientId === clientId) return owned;
  throw invalidParam(param, `This ${kind} is another client's. Send one of this client.`);
};

/** The package of a row, which must be the client's; undefined when it names none. @throws Problem 400 */
export const packageOf = (
  read: Read,
  caller: Caller,
  clientId: string,
  { packageId, packageExternalId: externalId }: PackageReference,
): PackageRow | undefined => {
  const mayName = (row: PackageRow) => mayNamePackage(caller, clientId, row);
  if (typeof packageId === 'string') {
    return ofClient(Package.rows.find(read, packageId), mayName, clientId, ['packageId', 'package', packageId]);
  }
  if (typeof externalId !== 'string') return undefined;
  const row = byExternalId(read, packagePage, externalId, 'packageExternalId');
  return ofClient(row, mayName, clientId, ['packageExternalId', 'package', externalId]);
};

/** The booking of a row, which must be the client's; undefined when it names none. @throws Problem 400 */
export const bookingOf = (
  read: Read,
  caller: Caller,
  clientId: string,
  { bookingId, bookingExternalId: externalId }: BookingReference,
): BookingRow | undefined => {
  const mayName = (row: BookingRow) => Booking.canAccess(caller, row);
  if (typeof bookingId === 'string') {
    return ofClient(bookingById(read, bookingId), mayName, clientId, ['bookingId', 'booking', bookingId]);
  }
  if (typeof externalId !== 'string') return undefined;
  const row = byExternalId(read, bookingPage, externalId, 'bookingExternalId');
  return ofClient(row, mayName, clientId, ['bookingExternalId', 'booking', externalId]);
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
 * @param clientId the client of the record.
 * @throws Problem 400 when one of the references is wrong, 403 when the caller may not see the client's home site.
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
  const isClientNamed = (row.clientId ?? clientExternalId ?? clientEmail) !== undefined;
  return {
    ...fields,
    ...(isClientNamed ? { clientId: clientOf(read, caller, row).id } : {}),
    ...(typeof packageExternalId === 'string' ? { packageId: packageOf(read, caller, clientId, row)?.id } : {}),
    ...(typeof bookingExternalId === 'string' ? { bookingId: bookingOf(read, caller, clientId, row)?.id } : {}),
  };
};

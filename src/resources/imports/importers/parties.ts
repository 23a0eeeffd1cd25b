import type { Read } from '../../../database/database.ts';
import { type Caller, requireSite } from '../../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import { bookingById, bookingPage } from '../../bookings/queries.ts';
import type { BookingRow } from '../../bookings/record.ts';
import { type ClientRecord, clientById, clientPage, holderOfEmail } from '../../clients/queries.ts';
import { packagePage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { namedSite } from '../../sites/named-sites.ts';
import { Site, type SiteRow } from '../../sites/record.ts';
import { byExternalId } from '../apply.ts';

/** How a row names its client. */
interface NamesClient {
  readonly clientId?: string;
  readonly clientExternalId?: string;
  readonly clientEmail?: string;
}

/**
 * The client of a row, named by id, external id or email.
 * @throws Problem 400 when none is named or there is none, 403 when the caller does not reach the client's home.
 */
export const clientOf = (read: Read, caller: Caller, row: NamesClient): ClientRecord => {
  const { clientId, clientExternalId, clientEmail } = row;
  const [param, value] =
    clientId !== undefined
      ? ['clientId', clientId]
      : clientExternalId !== undefined
        ? ['clientExternalId', clientExternalId]
        : ['clientEmail', clientEmail];
  if (value === undefined) {
    throw invalidParam(
      'clientId',
      "Whose it is is missing. Send 'clientId', 'clientExternalId' or 'clientEmail'.",
      'parameter_missing',
    );
  }
  const found =
    param === 'clientExternalId'
      ? byExternalId(read, clientPage, value, param)
      : clientById(read, param === 'clientId' ? value : (holderOfEmail(read, value.toLowerCase()) ?? ''));
  if (found === undefined) throw missingResource(param, 'client', value);
  requireSite(caller, found.homeLocationId);
  return found;
};

/** The site that a row names, else the client's home. */
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

const ofClient = <Row extends { readonly clientId: string }>(
  found: Row | undefined,
  clientId: string,
  [param, value]: readonly [string, string],
  kind: string,
): Row => {
  if (found === undefined) throw missingResource(param, kind, value);
  if (found.clientId === clientId) return found;
  throw invalidParam(param, `This ${kind} is another client's. Send one of this client.`);
};

type Named = string | null | undefined;

/** The package that a row names, which must be the client's; undefined when it names none. */
export const packageOf = (
  read: Read,
  clientId: string,
  row: { readonly packageId?: Named; readonly packageExternalId?: Named },
): PackageRow | undefined => {
  const { packageId, packageExternalId: externalId } = row;
  if (typeof packageId === 'string') {
    return ofClient(Package.rows.find(read, packageId), clientId, ['packageId', packageId], 'package');
  }
  if (typeof externalId !== 'string') return undefined;
  const found = byExternalId(read, packagePage, externalId, 'packageExternalId');
  return ofClient(found, clientId, ['packageExternalId', externalId], 'package');
};

/** The booking that a row names, which must be the client's; undefined when it names none. */
export const bookingOf = (
  read: Read,
  clientId: string,
  row: { readonly bookingId?: Named; readonly bookingExternalId?: Named },
): BookingRow | undefined => {
  const { bookingId, bookingExternalId: externalId } = row;
  if (typeof bookingId === 'string') {
    return ofClient(bookingById(read, bookingId), clientId, ['bookingId', bookingId], 'booking');
  }
  if (typeof externalId !== 'string') return undefined;
  const found = byExternalId(read, bookingPage, externalId, 'bookingExternalId');
  return ofClient(found, clientId, ['bookingExternalId', externalId], 'booking');
};

/** The client that a row names, as a field to set; nothing where it names none. */
export const clientNamed = (read: Read, caller: Caller, row: NamesClient): { clientId?: string } => {
  const isNamed = (row.clientId ?? row.clientExternalId ?? row.clientEmail) !== undefined;
  return isNamed ? { clientId: clientOf(read, caller, row).id } : {};
};

import { OptionalKind, type TProperties, Type } from '@sinclair/typebox';
import { MemberLink } from '../../auth/members/record.ts';
import type { Read } from '../../database/database.ts';
import type { PageOf } from '../../database/pages.ts';
import { didYouMean } from '../../kernel/did-you-mean.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { Problem } from '../../kernel/problem.ts';
import { flag, type TObject } from '../../kernel/schemas.ts';
import { bookingPage } from '../bookings/queries.ts';
import { Booking } from '../bookings/record.ts';
import { checkinPage } from '../checkins/queries.ts';
import { Checkin } from '../checkins/record.ts';
import { clientPage } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { bannerPage } from '../content/banners/queries.ts';
import { ContentBanner } from '../content/banners/record.ts';
import { categoryPage } from '../content/categories/queries.ts';
import { ContentCategory } from '../content/categories/record.ts';
import { entryPage } from '../content/entries/queries.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { featurePage } from '../content/features/queries.ts';
import { ContentFeature } from '../content/features/record.ts';
import { tagPage } from '../content/tags/queries.ts';
import { ContentTag } from '../content/tags/record.ts';
import { typePage } from '../content/types/queries.ts';
import { ContentType } from '../content/types/record.ts';
import { mediaPage } from '../content-media/queries.ts';
import { memberLinkPage } from '../member-links/queries.ts';
import { metricEntryPage } from '../metrics/queries.ts';
import { packagePage } from '../packages/queries.ts';
import { ledgerEntry, Package } from '../packages/record.ts';
import { paymentPage } from '../payments/queries.ts';
import { Payment } from '../payments/record.ts';
import { planPage } from '../plans/queries.ts';
import { Plan } from '../plans/record.ts';
import { schedulePage } from '../schedules/queries.ts';
import { Schedule } from '../schedules/record.ts';
import { sessionPage } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';
import { sitePage } from '../sites/queries.ts';
import { Site } from '../sites/record.ts';
import { staffPage } from '../staff/queries.ts';
import { Staff } from '../staff/record.ts';
import { entriesWithState, entryState, exportedMedia, exportedStatus, mediaWithState, statusPage } from './content.ts';
import { exportedMetricEntry, exportedMetricEntryView } from './metrics.ts';
import { allMethodsPage, exportedMethod, exportedMethodView } from './payment-methods.ts';
import { exportedSettings, settingsShape } from './settings.ts';
import { bookingState, clientState, packageState, paymentState, scheduleState, sessionState } from './shapes.ts';
import {
  bookingsWithSession,
  checkinWithVisit,
  clientsWithState,
  exportedRefund,
  packagesWithLedger,
  paymentsWithState,
  schedulesWithState,
  sessionFields,
  sessionsWithState,
} from './view.ts';

/** One page of records, and the id after which the next page begins. */
interface ExportedPage {
  readonly records: readonly object[];
  readonly next: string | undefined;
}

/** A family of records that can be exported. */
export interface ExportFamily {
  readonly name: string;
  /** The operations that read what its files have; of each list a caller needs what one of them needs. */
  readonly readBy: readonly (readonly string[])[];
  /** What a staff member needs besides. */
  readonly permission?: Permission;
  /** The fields of its records. */
  readonly shape: TObject;
  /** @param siteIds the sites of a restricted caller; null for all. */
  page(read: Read, siteIds: readonly string[] | null, after: string | undefined): ExportedPage;
}

/** Records per page: reading and writing them keeps the thread for a few milliseconds. */
const PAGE_SIZE = 200;

/** The fields of a record without the related records that `expand[]` adds. */
const ownFields = ({ properties }: TObject): TProperties =>
  Object.fromEntries(Object.entries(properties).filter(([, field]) => !(OptionalKind in field)));

/** The name of a family, and the operations that read what its files have. */
type Source = Pick<ExportFamily, 'name' | 'readBy' | 'permission'>;

/** A family whose records are exported as its lists show them. */
const plain = <Row extends { readonly id: string }>(
  source: Source,
  { schema, view }: { readonly schema: TObject; readonly view: (row: Row) => object },
  pageOf: PageOf<Row>,
): ExportFamily => viewed(source, schema, pageOf, () => view);

/** A family whose view needs all rows of a page. @param added the fields that files have besides those of the record. */
const viewed = <Row extends { readonly id: string }>(
  source: Source,
  schema: TObject,
  pageOf: PageOf<Row>,
  viewOf: (read: Read, rows: readonly Row[]) => (row: Row) => object,
  added: TProperties = {},
): ExportFamily => ({
  ...source,
  shape: Type.Object({ ...ownFields(schema), ...added }),
  page(read, siteIds, after) {
    const { rows, hasNext } = pageOf(read, { limit: PAGE_SIZE, startingAfter: after, isOwnCursor: true }, {}, siteIds);
    return { records: rows.map(viewOf(read, rows)), next: hasNext ? rows.at(-1)?.id : undefined };
  },
});

/** A family that one of some operations lists. */
const listed = (name: string, ...operations: readonly string[]): Source => ({ name, readBy: [operations] });

/** The files of bookings tell their sessions, too. */
const bookingSource: Source = {
  name: 'bookings',
  readBy: [
    ['listBookings', 'manageListBookings'],
    ['listSessions', 'manageListSessions'],
  ],
};

/**
 * No operation of the studio lists saved cards. Their references at the processor are for whoever reads payments and may
 * set up the processor.
 */
const methodSource: Source = {
  ...listed('payment_methods', 'listPayments', 'manageListPayments'),
  permission: 'settings:processor',
};

/** What members did is told by the records of the clients and of the entries together. */
const ofMembers = (name: string): Source => ({ name, readBy: [['listClients'], ['manageListContentEntries']] });

/** Every family, in the order in which records refer to one another. */
export const exportFamilies: readonly ExportFamily[] = [
  plain(listed('sites', 'listSites'), Site, sitePage),
  {
    ...listed('settings', 'getSettings'),
    shape: settingsShape,
    page: (read, siteIds) => ({ records: exportedSettings(read, siteIds), next: undefined }),
  },
  plain(listed('staff', 'listStaff'), Staff, staffPage),
  plain(listed('plans', 'listPlans'), Plan, planPage),
  viewed(listed('schedules', 'listSchedules'), Schedule.schema, schedulePage, schedulesWithState, {
    state: scheduleState,
  }),
  viewed(listed('sessions', 'manageListSessions'), Session.schema, sessionPage, sessionsWithState, {
    state: sessionState,
  }),
  plain(listed('content_types', 'manageListContentTypes'), ContentType, typePage),
  plain(listed('content_categories', 'manageListContentCategories'), ContentCategory, categoryPage),
  plain(listed('content_tags', 'manageListContentTags'), ContentTag, tagPage),
  viewed(
    listed('content_entries', 'manageListContentEntries'),
    ContentEntry.schema,
    (read, request, _filters, siteIds) => entryPage(read, request, { include_archived: true }, siteIds ?? null),
    entriesWithState,
    { state: entryState },
  ),
  viewed(
    listed('media', 'listManagedMedia'),
    exportedMedia,
    // Deleted media and uploads that go on stay behind.
    (read, request, _filters, siteIds) => mediaPage(read, request, { live: 1, finished: 1 }, siteIds),
    mediaWithState,
  ),
  plain(listed('content_banners', 'manageListContentBanners'), ContentBanner, bannerPage),
  plain(listed('content_features', 'manageListContentFeatures'), ContentFeature, featurePage),
  viewed(listed('clients', 'listClients'), Client.schema, clientPage, clientsWithState, { state: clientState }),
  plain(listed('member_links', 'listMemberLinks'), MemberLink, memberLinkPage),
  plain(methodSource, { schema: exportedMethod, view: exportedMethodView }, allMethodsPage),
  viewed(listed('packages', 'listPackages', 'manageListPackages'), Package.schema, packagePage, packagesWithLedger, {
    ledger: Type.Array(ledgerEntry),
    state: packageState,
  }),
  viewed(bookingSource, Booking.schema, bookingPage, bookingsWithSession, {
    session: sessionFields,
    state: bookingState,
  }),
  viewed(listed('payments', 'listPayments', 'manageListPayments'), Payment.schema, paymentPage, paymentsWithState, {
    refunds: Type.Array(exportedRefund),
    state: paymentState,
  }),
  viewed(listed('checkins', 'listCheckins'), Checkin.schema, checkinPage, () => checkinWithVisit, { isVisit: flag() }),
  {
    ...ofMembers('content_statuses'),
    shape: exportedStatus,
    page: (read, siteIds, after) => statusPage(read, siteIds, after, PAGE_SIZE),
  },
  plain(ofMembers('metric_entries'), { schema: exportedMetricEntry, view: exportedMetricEntryView }, metricEntryPage),
];

/** @throws Problem 404 when there is no such family. */
export const exportFamilyNamed = (name: string): ExportFamily => {
  const found = exportFamilies.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = exportFamilies.map((each) => each.name);
  throw new Problem(
    404,
    'resource_not_found',
    `There is no family '${name}'.${didYouMean(name, names)} There are: ${names.join(', ')}.`,
  );
};

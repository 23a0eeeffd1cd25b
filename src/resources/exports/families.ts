import { Type } from '@sinclair/typebox';
import { MemberLink } from '../../auth/members/record.ts';
import type { Read } from '../../database/database.ts';
import { didYouMean } from '../../kernel/did-you-mean.ts';
import { Problem } from '../../kernel/problem.ts';
import { count, flag, nullable, optional } from '../../kernel/schemas.ts';
import type { AuditRow } from '../../records/audit-log.ts';
import type { PageOf } from '../../records/pages.ts';
import { auditPage, auditViews } from '../audit-log/queries.ts';
import { AuditEntry } from '../audit-log/shapes.ts';
import { bookingPage } from '../bookings/queries.ts';
import { Booking } from '../bookings/record.ts';
import { checkinPage } from '../checkins/queries.ts';
import { Checkin } from '../checkins/record.ts';
import { filePage } from '../clients/listing/file-page.ts';
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
import { discountCodePage, discountCodeView } from '../discount-codes/queries.ts';
import { DiscountCode, type DiscountCodeRow } from '../discount-codes/record.ts';
import { movedHousehold, movedViews } from '../households/moved.ts';
import { householdPage } from '../households/queries.ts';
import { memberLinkPage } from '../member-links/queries.ts';
import { Agreement, agreementPage, agreementViews } from '../member-sign-in/agreements/signed.ts';
import { metricEntryPage } from '../metrics/queries.ts';
import { packagePage } from '../packages/queries.ts';
import { ledgerEntry, Package } from '../packages/record.ts';
import { managedPaymentPage } from '../payments/listing/pages.ts';
import type { PaymentRecord } from '../payments/queries.ts';
import { Payment } from '../payments/record.ts';
import { planPage } from '../plans/queries.ts';
import { Plan } from '../plans/record.ts';
import { schedulePage } from '../schedules/queries.ts';
import { Schedule } from '../schedules/record.ts';
import { sessionFilePage } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';
import { sitePage } from '../sites/queries.ts';
import { Site } from '../sites/record.ts';
import { staffPage } from '../staff/queries.ts';
import { Person } from '../staff/record.ts';
import {
  entriesWithState,
  entryState,
  exportedMedia,
  exportedMediaPage,
  exportedStatus,
  statusPage,
} from './content.ts';
import { challengeFamilies, enrollmentFamilies } from './engagement/challenges.ts';
import { factFamily, rankFamilies } from './engagement/ranks.ts';
import { type ExportFamily, type ExportSource, listed, ofMembers, plain, viewed } from './exported-family.ts';
import { checkinFilters, clientFilters, paymentFilters } from './filters.ts';
import { exportedMetricEntry, metricEntryViews } from './metrics.ts';
import { allMethodsPage, exportedMethod, exportedMethodView } from './payment-methods.ts';
import { exportedSettings, settingsShape } from './settings.ts';
import {
  bookingState,
  checkinState,
  clientState,
  packageState,
  paymentState,
  paymentStateWithoutProcessor,
  scheduleState,
  sessionState,
} from './shapes.ts';
import {
  bookingsWithSession,
  checkinsWithState,
  clientsWithState,
  exportedRefund,
  packagesWithLedger,
  paymentsWithoutProcessor,
  paymentsWithState,
  refundWithoutProcessor,
  schedulesWithState,
  sessionFields,
  sessionsWithState,
} from './view.ts';

/** The files of staff also contain what instructors have, with their pay (`mayReadPay`). */
const staffSource: ExportSource = {
  name: 'staff',
  readBy: [['listStaff'], ['listInstructors']],
  permission: 'staff:write',
};

/** The files of bookings also contain their sessions. */
const bookingSource: ExportSource = {
  name: 'bookings',
  readBy: [
    ['listBookings', 'manageListBookings'],
    ['listSessions', 'manageListSessions'],
  ],
};

/** No operation lists saved cards. Their references are for people who can read payments and set up the processor. */
const methodSource: ExportSource = {
  ...listed('payment_methods', 'listPayments', 'manageListPayments'),
  permission: 'settings:processor',
};

const paymentsOf: PageOf<PaymentRecord> = (read, request, filters, siteIds = null) =>
  managedPaymentPage(read, request, filters, siteIds);

const paymentList = listed('payments', 'listPayments', 'manageListPayments');

/** Callers who may not set up the processor get payments without what only that knows of their charges and refunds. */
const paymentSource: ExportSource = {
  ...paymentList,
  lesser: {
    without: 'settings:processor',
    family: viewed(
      paymentList,
      Payment.schema,
      paymentsOf,
      paymentsWithoutProcessor,
      { refunds: Type.Array(refundWithoutProcessor), state: paymentStateWithoutProcessor },
      paymentFilters,
    ),
  },
};

const discountCodeViews = (read: Read) => (row: DiscountCodeRow) => discountCodeView(read, row);

/** Every family, in the order in which records refer to one another. */
export const exportFamilies: readonly ExportFamily[] = [
  plain(listed('sites', 'listSites'), Site, sitePage),
  {
    ...listed('settings', 'getSettings'),
    shape: settingsShape,
    page: (read, siteIds) => ({ records: exportedSettings(read, siteIds), next: undefined }),
  },
  plain(staffSource, Person, staffPage),
  plain(listed('plans', 'listPlans'), Plan, planPage),
  viewed(
    listed('discount_codes', 'listDiscountCodes'),
    DiscountCode.schema,
    discountCodePage,
    discountCodeViews,
    // Its null is not its default, and is written out.
    { maxPerClient: optional(nullable(count())) },
  ),
  viewed(listed('schedules', 'listSchedules'), Schedule.schema, schedulePage, schedulesWithState, {
    state: scheduleState,
  }),
  viewed(listed('sessions', 'manageListSessions'), Session.schema, sessionFilePage, sessionsWithState, {
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
  { ...listed('media', 'listManagedMedia'), shape: exportedMedia, page: exportedMediaPage },
  plain(listed('content_banners', 'manageListContentBanners'), ContentBanner, bannerPage),
  plain(listed('content_features', 'manageListContentFeatures'), ContentFeature, featurePage),
  viewed(
    listed('clients', 'listClients'),
    Client.schema,
    filePage,
    clientsWithState,
    { state: clientState },
    clientFilters,
  ),
  viewed(listed('households', 'listHouseholds'), movedHousehold, householdPage, movedViews),
  viewed(listed('agreements', 'listClientAgreements'), Agreement, agreementPage, agreementViews),
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
  viewed(
    paymentSource,
    Payment.schema,
    paymentsOf,
    paymentsWithState,
    { refunds: Type.Array(exportedRefund), state: paymentState },
    paymentFilters,
  ),
  viewed(
    listed('checkins', 'listCheckins'),
    Checkin.schema,
    checkinPage,
    checkinsWithState,
    { isVisit: flag(), state: checkinState },
    checkinFilters,
  ),
  { ...ofMembers('content_statuses'), shape: exportedStatus, page: statusPage },
  ...challengeFamilies,
  viewed(ofMembers('metric_entries'), exportedMetricEntry, metricEntryPage, metricEntryViews),
  factFamily,
  ...enrollmentFamilies,
  ...rankFamilies,
];

/** For archives and auditors: nothing imports it. Entries are whole, so staff need to see pay (`mayReadPay`). */
const auditFamily = viewed<AuditRow>(
  { ...listed('audit_log', 'listAuditLog'), permission: 'staff:write' },
  AuditEntry,
  (read, request, _filters, siteIds) => auditPage(read, request, {}, { siteIds: siteIds ?? null }),
  auditViews,
);

/** @throws Problem 404 when there is no such family. */
export const exportFamilyNamed = (name: string): ExportFamily => {
  const families = [...exportFamilies, auditFamily];
  const found = families.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = families.map((each) => each.name);
  throw new Problem(
    404,
    'resource_not_found',
    `Unknown family '${name}'.${didYouMean(name, names)} Choose one of: ${names.join(', ')}.`,
  );
};

import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage, type Page, type PageRequest } from '../../database/pages.ts';
import type { TObject } from '../../kernel/schemas.ts';
import { type BookingRecord, bookingPage } from '../bookings/queries.ts';
import { bookingViews } from '../bookings/view.ts';
import { type ClientRecord, clientPage } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { ledgersOf } from '../packages/credits/queries.ts';
import { packagePage } from '../packages/queries.ts';
import { ledgerEntryView, packageViews } from '../packages/view.ts';
import { type PaymentRecord, paymentPage } from '../payments/queries.ts';
import { paymentView } from '../payments/view.ts';
import { planPage } from '../plans/queries.ts';
import { Plan } from '../plans/record.ts';
import { schedulePage } from '../schedules/queries.ts';
import { Schedule } from '../schedules/record.ts';
import { scheduleViews } from '../schedules/view.ts';
import { sessionPage, sessionsById } from '../sessions/queries.ts';
import { managedViews } from '../sessions/view.ts';
import { sitePage } from '../sites/queries.ts';
import { Site } from '../sites/record.ts';
import { staffPage } from '../staff/queries.ts';
import { Staff } from '../staff/record.ts';
import { ExportedBooking, ExportedClient, ExportedPackage, ExportedPayment, ExportedSession } from './shapes.ts';

/** One page of records, and how the next one is asked for. */
interface ExportedPage {
  readonly records: readonly object[];
  readonly next: string | undefined;
}

/** A family of records that files take out. */
export interface Exportable {
  readonly name: string;
  readonly shape: TObject;
  /** @param siteIds the sites that are reached; null for all. */
  page(read: Read, siteIds: readonly string[] | null, after: string | undefined): ExportedPage;
}

/** Records in one page: its reading and writing keeps the thread for a few milliseconds. */
const PAGE = 200;

type PageOf<Row> = (read: Read, request: PageRequest, filters: Filters) => Page<Row>;
type Views<Row> = (read: Read, rows: readonly Row[]) => readonly object[];

const exportable = <Row extends { readonly id: string }>(
  name: string,
  shape: TObject,
  rowsOf: (read: Read, request: PageRequest, siteIds: readonly string[] | null) => Page<Row>,
  views: Views<Row>,
): Exportable => ({
  name,
  shape,
  page(read, siteIds, after) {
    const { rows, hasNext } = rowsOf(read, { limit: PAGE, startingAfter: after }, siteIds);
    return { records: views(read, rows), next: hasNext ? rows.at(-1)?.id : undefined };
  },
});

const whole: Filters = {};

/** A family in which each site has an index of its own: whoever reaches some sites reads just their parts. */
const bySite =
  <Row extends { readonly id: string }>(page: PageOf<Row>, filter: string) =>
  (read: Read, request: PageRequest, siteIds: readonly string[] | null): Page<Row> => {
    if (siteIds === null) return page(read, request, whole);
    const parts = siteIds.map((siteId) => page(read, request, { [filter]: siteId }));
    return mergedPage(request, parts);
  };

/** A family with few records, or in the order of time: whoever reaches some sites looks through all of it. */
const byReach =
  <Row>(page: PageOf<Row>) =>
  (read: Read, request: PageRequest, siteIds: readonly string[] | null): Page<Row> =>
    page(read, request, siteIds === null ? whole : { reachable: JSON.stringify(siteIds) });

const each =
  <Row>(view: (row: Row) => object): Views<Row> =>
  (_read, rows) =>
    rows.map(view);

/** What of a session a booking takes along, so that it can be found again elsewhere. */
const withSessions: Views<BookingRecord> = (read, rows) => {
  const sessions = new Map(
    sessionsById(read, [...new Set(rows.map(({ sessionId }) => sessionId))]).map((row) => [row.id, row]),
  );
  const view = bookingViews(read, rows);
  return rows.map((row) => {
    const session = sessions.get(row.sessionId);
    if (session === undefined) throw new Error(`the booking '${row.id}' refers to no session`);
    const { name, startTime, durationMinutes, siteId, instructorId, category, type, creditCost } = session;
    const facts = { name, startTime, durationMinutes, siteId, instructorId, category, type, creditCost };
    return { ...view(row), session: facts };
  });
};

const packagesWithLedgers: Views<Parameters<ReturnType<typeof packageViews>>[0]> = (read, rows) => {
  const ledgers = Map.groupBy(
    ledgersOf(
      read,
      rows.map(({ id }) => id),
    ),
    ({ packageId }) => packageId,
  );
  const view = packageViews(read, rows);
  return rows.map((row) => ({ ...view(row), ledger: (ledgers.get(row.id) ?? []).map(ledgerEntryView) }));
};

/** Every family, in the order in which records refer to one another. */
export const exportables: readonly Exportable[] = [
  exportable('sites', Site.schema, byReach(sitePage), each(Site.view)),
  exportable('staff', Staff.schema, byReach(staffPage), each(Staff.view)),
  exportable('plans', Plan.schema, byReach(planPage), each(Plan.view)),
  exportable('schedules', Schedule.schema, byReach(schedulePage), (read, rows) => rows.map(scheduleViews(read, rows))),
  exportable('sessions', ExportedSession, byReach(sessionPage), (read, rows) => rows.map(managedViews(read))),
  exportable('clients', ExportedClient, bySite<ClientRecord>(clientPage, 'site'), each(Client.view)),
  exportable('packages', ExportedPackage, bySite(packagePage, 'site'), packagesWithLedgers),
  exportable('bookings', ExportedBooking, bySite<BookingRecord>(bookingPage, 'site'), withSessions),
  exportable('payments', ExportedPayment, bySite<PaymentRecord>(paymentPage, 'site'), each(paymentView)),
];

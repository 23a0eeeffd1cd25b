import type { Static } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { Booking, type BookingRow } from '../bookings/record.ts';
import { liveFact, type VisitSource, visitFact } from '../facts/queries.ts';
import type { FactKind } from '../facts/tables.ts';
import { useOf } from '../packages/credits/queries.ts';
import { Package, type PackageRow } from '../packages/record.ts';
import { chargeById } from '../payments/charging/queries.ts';
import type { PaymentRow } from '../payments/record.ts';
import { findNotificationPreferences, findUnitPreferences } from '../preferences/queries.ts';
import { Schedule, type ScheduleRow } from '../schedules/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import type {
  bookingState,
  clientState,
  factDates,
  freezeTimes,
  packageState,
  paymentState,
  scheduleState,
  sessionState,
  visitDates,
} from './shapes.ts';

export const clientStateOf = (read: Read, clientId: string): Static<typeof clientState> => {
  const notifications = findNotificationPreferences(read, clientId);
  const { clientId: _clientId, ...units } = findUnitPreferences(read, clientId) ?? {};
  const chosen = Object.entries(units).filter(([, value]) => value !== null);
  return {
    notificationPreferences:
      notifications === undefined
        ? null
        : {
            ...JSON.parse(notifications.choices),
            createdAt: notifications.createdAt,
            updatedAt: notifications.updatedAt,
          },
    unitPreferences: chosen.length === 0 ? null : Object.fromEntries(chosen),
  };
};

export const scheduleStateOf = (row: ScheduleRow): Static<typeof scheduleState> => ({
  isBehindSite: row.siteBefore !== null,
  ...Schedule.stateOf(row),
});

export const sessionStateOf = (row: SessionRow): Static<typeof sessionState> => ({
  isCompleted: row.completedAt !== null,
  ...Session.stateOf(row),
});

const FREEZES = 'select "startsAt", "endsAt" from "packageFreezes" where "packageId" = ? order by "startsAt"';

export const packageStateOf = (read: Read, row: PackageRow): Static<typeof packageState> => ({
  ...Package.stateOf(row),
  freezes: read.db.query<Static<typeof freezeTimes>, [string]>(FREEZES).all(row.id),
});

export const bookingStateOf = (read: Read, row: BookingRow): Static<typeof bookingState> => {
  const use = useOf(read, row.id);
  return {
    ...Booking.stateOf(row),
    use: use === undefined ? null : { credits: use.credits, state: use.state },
    visit: row.status === 'attended' ? visitOf(read, row) : null,
  };
};

/** Where and when the fact of a record counts; null where it has none. */
export const factDatesOf = (
  read: Read,
  kind: Exclude<FactKind, 'visit'>,
  sourceId: string,
): Static<typeof factDates> | null => {
  const fact = liveFact(read, { kind, sourceId });
  if (fact === undefined) return null;
  const { id, siteId, at, localDate, homeDate } = fact;
  return { id, siteId, at, localDate, homeDate };
};

/** How the visit of a booking or a check-in counts. */
export const visitOf = (read: Read, visit: VisitSource): Static<typeof visitDates> | null => {
  const fact = visitFact(read, visit);
  if (fact === undefined) return null;
  const { id, siteId, at, localDate, homeDate, value: minutes } = fact;
  return { id, siteId, at, localDate, homeDate, minutes };
};

/** The states of the payments of one page. */
export const paymentStates = (read: Read, rows: readonly PaymentRow[]) => {
  const packageIds = rows.flatMap(({ packageId }) => packageId ?? []);
  const current = new Set(Package.rows.findAll(read, packageIds).map(({ paymentId }) => paymentId));
  return ({ id: paymentId, status }: PaymentRow): Static<typeof paymentState> => {
    const isSettled = status !== 'pending' && status !== 'failed';
    const charge = isSettled ? undefined : chargeById(read, paymentId);
    return {
      isOfPackage: current.has(paymentId),
      charge:
        charge === undefined
          ? null
          : {
              paymentMethodId: charge.methodId,
              attempt: charge.attempt,
              isOpen: charge.isOpen === 1,
              isAutomatic: charge.isAutomatic === 1,
              handler: charge.handler,
              facts: JSON.parse(charge.facts),
            },
    };
  };
};

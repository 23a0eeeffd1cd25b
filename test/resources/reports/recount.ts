import { expect } from 'bun:test';
import { addDays } from '../../../src/kernel/local-time.ts';
import { wrongPaymentDays } from './payment-days.ts';
import type { Happened } from './random-studio.ts';

// Each number of the reports a second way: from the records that the lists of the interface have.

// biome-ignore lint/suspicious/noExplicitAny: tests read any fields
type Any = any;

const localDate = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(Date.parse(instant));

const sum = (list: readonly Any[], of: (item: Any) => number): number =>
  list.reduce((total, item) => total + of(item), 0);

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly siteId: string | undefined;
}

const worldOf = ({ studio, sites, records, rates }: Happened, { from, to, siteId }: Asked) => {
  const zoneOf = (id: string) => sites.find((site) => site.id === id)?.timezone ?? 'UTC';
  const now = studio.time.now();
  const isIn = (date: string) => from <= date && date <= to;
  const isHere = (record: Any) => siteId === undefined || record.siteId === siteId;
  const held = records.sessions.filter(
    (session) =>
      session.status !== 'cancelled' &&
      Date.parse(session.startTime) <= now &&
      isHere(session) &&
      isIn(session.localDate),
  );
  const bookingsOf = (session: Any) => records.bookings.filter(({ sessionId }) => sessionId === session.id);
  const withStatus = (session: Any, ...statuses: string[]) =>
    bookingsOf(session).filter(({ status }) => statuses.includes(status)).length;
  const classNumbers = (sessions: readonly Any[]) => {
    const limited = sessions.filter(({ capacity }) => capacity !== null);
    const taken = (session: Any) => withStatus(session, 'attended', 'noshow', 'confirmed');
    const [seats, seatsTaken] = [sum(limited, ({ capacity }) => capacity), sum(limited, taken)];
    return {
      classes: sessions.length,
      visits: sum(sessions, (session) => withStatus(session, 'attended')),
      noShows: sum(sessions, (session) => withStatus(session, 'noshow')),
      booked: sum(sessions, taken),
      seats,
      seatsTaken,
      filledPercent: seats === 0 ? null : Math.round((1000 * seatsTaken) / seats) / 10,
    };
  };
  /** Days on which a client came to a site without a booking. */
  const doors = [
    ...new Set(
      records.checkins
        .filter((entry) => entry.status === 'valid' && !entry.isReEntry && entry.bookingId === null && isHere(entry))
        .map((entry) => `${localDate(entry.checkedInAt, zoneOf(entry.siteId))} ${entry.clientId} ${entry.siteId}`),
    ),
  ].map((key) => ({ date: key.slice(0, 10), clientId: key.slice(11, 47) }));
  const visits = [
    ...doors,
    ...records.bookings
      .filter((booking) => booking.status === 'attended' && isHere(booking))
      .map((booking) => ({ date: localDate(booking.checkedInAt, zoneOf(booking.siteId)), clientId: booking.clientId })),
  ];
  const late = (sessions: readonly Any[]) =>
    sum(sessions, (session) => bookingsOf(session).filter((each) => each.isLateCancel).length);
  const today = localDate(new Date(now).toISOString(), siteId === undefined ? 'America/New_York' : zoneOf(siteId));
  return { records, rates, held, classNumbers, doors, visits, late, isIn, isHere, zoneOf, today };
};

type World = ReturnType<typeof worldOf>;

const membersOf = ({ visits, today }: World, { from, to }: Asked) => {
  const last = today < to ? today : to;
  const counted = { active: 0, new: 0, returning: 0, lapsed: 0, guests: 0, guestsBought: 0 };
  for (const clientId of new Set(visits.map((visit) => visit.clientId))) {
    const days = visits
      .filter((visit) => visit.clientId === clientId && visit.date <= last)
      .map(({ date }) => date)
      .sort();
    const inside = days.filter((date) => date >= from);
    const before = days.filter((date) => date < from).at(-1);
    if (inside[0] !== undefined) counted.active += 1;
    if (inside[0] !== undefined && before === undefined) counted.new += 1;
    if (inside[0] !== undefined && before !== undefined && addDays(before, 30) <= inside[0]) counted.returning += 1;
    const lapse = days.length === 0 ? '' : addDays(String(days.at(-1)), 30);
    if (lapse >= from && lapse <= last) counted.lapsed += 1;
  }
  return counted;
};

/** What is received and given back in a currency, of all payments or of those of a plan or purpose. */
const moneyOf = (
  { records, isIn, isHere, zoneOf }: World,
  currency: string,
  of: (payment: Any) => boolean = () => true,
) => {
  const all = records.payments.filter((payment) => payment.currency === currency && isHere(payment) && of(payment));
  const real = all.filter(({ paymentMethod }) => paymentMethod !== 'comp' && paymentMethod !== 'account_credit');
  const paid = (list: readonly Any[]) =>
    list.filter(({ paidAt, siteId }) => paidAt !== null && isIn(localDate(paidAt, zoneOf(siteId))));
  const refunds = real.flatMap(({ refunds: list, siteId }) =>
    list.filter((refund: Any) => refund.status === 'succeeded' && isIn(localDate(refund.createdAt, zoneOf(siteId)))),
  );
  const received = sum(paid(real), ({ amount }) => amount);
  const refunded = sum(refunds, ({ amount }) => amount);
  return {
    payments: paid(real).length,
    received,
    tax: sum(paid(real), ({ taxAmount }) => taxAmount),
    refunded,
    net: received - refunded,
    comps: paid(all).filter(({ paymentMethod }) => paymentMethod === 'comp').length,
  };
};

const payOf = ({ rates }: World, world: World, instructorId: string): number => {
  const rate = rates[instructorId];
  return sum(
    world.held.filter((session) => session.instructorId === instructorId),
    (session) => {
      if (rate?.type === 'hourly') return Math.round((rate.amount * session.durationMinutes) / 60);
      return rate?.type === 'per_head' ? rate.amount * world.classNumbers([session]).visits : (rate?.amount ?? 0);
    },
  );
};

/** Compares each report with a recount. @param headers of whom asks. */
export const compare = async (
  happened: Happened,
  asked: Asked,
  headers: Record<string, string> = {},
): Promise<void> => {
  const site = asked.siteId === undefined ? '' : `&location_id=${asked.siteId}`;
  const report = async (name: string): Promise<Any> => {
    const { status, body } = await happened.studio.get(
      `/manage/reports/${name}?from=${asked.from}&to=${asked.to}${site}`,
      headers,
    );
    expect(status).toBe(200);
    return body;
  };
  const world = worldOf(happened, asked);
  const doorsIn = world.doors.filter(({ date }) => world.isIn(date));
  const names = [...new Set<string>(world.held.map(({ name }) => name))];

  const attendance = await report('attendance');
  const all = world.classNumbers(world.held);
  const otherVisits = doorsIn.length;
  expect(attendance.figures).toEqual({
    ...all,
    visits: all.visits + otherVisits,
    classVisits: all.visits,
    otherVisits,
  });
  for (const day of attendance.days) {
    const held = world.held.filter(({ localDate: date }) => date === day.date);
    const others = doorsIn.filter(({ date }) => date === day.date).length;
    const { visits, noShows, classes } = world.classNumbers(held);
    expect(day).toMatchObject({ visits: visits + others, classVisits: visits, otherVisits: others, noShows, classes });
  }
  expect(attendance.classes.map(({ name }: Any) => name).sort()).toEqual(names.sort());
  for (const row of attendance.classes) {
    expect(row).toMatchObject(world.classNumbers(world.held.filter(({ name }) => name === row.name)));
  }
  for (const row of attendance.hours) {
    const at = world.held.filter(({ localDate: date, localStartTime }) => {
      const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(`${date}T00:00Z`).getUTCDay()];
      return weekday === row.weekday && Number(localStartTime.slice(0, 2)) === row.hour;
    });
    expect(row).toMatchObject(world.classNumbers(at));
  }
  expect(sum(attendance.hours, ({ classes }) => classes)).toBe(world.held.length);

  const occupancy = await report('occupancy');
  expect(occupancy.figures).toEqual(all);
  for (const row of occupancy.instructors) {
    expect(row).toMatchObject(
      world.classNumbers(world.held.filter(({ instructorId }) => instructorId === row.instructorId)),
    );
  }

  const late = await report('late-cancels');
  expect(late.figures).toMatchObject({ booked: all.booked, noShows: all.noShows, lateCancels: world.late(world.held) });
  for (const row of late.classes)
    expect(row.lateCancels).toBe(world.late(world.held.filter(({ name }) => name === row.name)));
  for (const row of late.days)
    expect(row.lateCancels).toBe(world.late(world.held.filter((each) => each.localDate === row.date)));

  const revenue = await report('revenue');
  for (const { currency, before, ...figures } of revenue.figures) {
    expect([currency, before, figures]).toEqual([currency, null, moneyOf(world, currency)]);
    const days = revenue.days.filter((day: Any) => day.currency === currency);
    expect(sum(days, ({ net }) => net)).toBe(figures.net);
    const plans = revenue.plans.filter((row: Any) => row.currency === currency);
    for (const { planId, purpose, name: _, before: none, currency: code, ...row } of plans) {
      const planOf = ({ packageId }: Any) => world.records.packages.find(({ id }) => id === packageId)?.planId ?? null;
      const isOf = (payment: Any) => planOf(payment) === planId && (planId !== null || payment.purpose === purpose);
      expect([code, none, row]).toEqual([currency, null, moneyOf(world, currency, isOf)]);
    }
    expect(sum(plans, ({ net }) => net)).toBe(figures.net);
  }

  expect(wrongPaymentDays(happened.studio.db)).toEqual([]);

  const members = await report('members');
  expect(members.figures).toEqual(membersOf(world, asked));
  for (const kind of ['new', 'returning', 'lapsed'])
    expect(sum(members.days, (day) => day[kind])).toBe(members.figures[kind]);

  const taught = await report('instructors');
  expect(taught.figures).toMatchObject(all);
  for (const row of taught.instructors) {
    const own = world.held.filter(({ instructorId }) => instructorId === row.instructorId);
    expect(row).toMatchObject({
      ...world.classNumbers(own),
      minutes: sum(own, ({ durationMinutes }) => durationMinutes),
    });
    expect(row.payAmount).toBe(row.instructorId === null ? null : payOf(world, world, row.instructorId));
  }
};

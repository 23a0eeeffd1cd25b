// What the owner changes.

import { changeOf } from '../../properties/calendar.ts';
import { DISCOUNT, rowsOf, send } from '../world.ts';
import { type Act, done, short, someSession } from './act.ts';

const DAY_MS = 86_400_000;
/** The zones of the sites: an owner corrects them. */
export const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns'];

const settings: Act = async (world, choose) => {
  const body = choose.of([
    { booking: { waitlistPromotionMode: 'automatic' } },
    {
      booking: { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: choose.once(2) ? 45 : 600 },
    },
    { booking: { waitlistPromotionMode: 'manual' } },
    { booking: { waitlistCutoffMinutes: choose.once(3) ? null : 60 } },
    { booking: { lateCancelWindowMinutes: choose.once(2) ? 240 : 720 } },
    { booking: { requireCredit: choose.once(3) } },
    { booking: { bookingWindowDays: choose.once(2) ? 3 : 60 } },
    { membership: { signUp: choose.of(['open', 'approval', 'closed']) } },
    { booking: { allowOverlappingBookings: choose.once(3) } },
    { booking: { autoNoShowMinutesAfterEnd: choose.once(4) ? null : 20 } },
    { payment: { lateCancelFee: 100 * choose.below(20), feesApplyTo: choose.once(2) ? 'all' : 'unlimited_only' } },
    { membership: { cancelFutureBookingsOnPackageCancel: choose.once(2) } },
    { notification: { quietHours: choose.once(2) ? { start: '21:00', end: '08:00' } : null } },
  ]);
  const path = `/v2/settings${choose.once(3) ? `?siteId=${world.mainSite}` : ''}`;
  return done(JSON.stringify(body), await send(world, 'PATCH', path, body));
};

const schedule: Act = async (world, choose) => {
  const id = choose.of(world.schedules);
  const body = choose.once(3) ? { capacity: 1 + choose.below(4) } : changeOf(choose);
  return done(`${short(id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', `/v2/schedules/${id}`, body));
};

const skipDay: Act = async (world, choose) => {
  const id = choose.of(world.schedules);
  const date = new Date(world.program.studio.time.now() + (1 + choose.below(5)) * DAY_MS).toISOString().slice(0, 10);
  const body = { exceptions: choose.once(3) ? [] : [{ date, action: 'skip' }] };
  return done(`${short(id)} ${date}`, await send(world, 'PATCH', `/v2/schedules/${id}`, body));
};

const session: Act = async (world, choose) => {
  const id = someSession(world, choose);
  if (id === undefined) return undefined;
  const [row] = rowsOf(world, 'select startTime from sessions where id = ?', id);
  const startTime = new Date(Date.parse(row?.startTime) + (choose.below(30) - 8) * 3_600_000).toISOString();
  const body = choose.of([
    { startTime },
    { capacity: 1 + choose.below(4) },
    { durationMinutes: 30 + choose.below(90) },
  ]);
  return done(`${short(id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', `/manage/sessions/${id}`, body));
};

const cancelSession: Act = async (world, choose) => {
  const id = someSession(world, choose);
  return id === undefined ? undefined : done(short(id), await send(world, 'POST', `/manage/sessions/${id}/cancel`, {}));
};

const addSession: Act = async (world, choose) => {
  const startTime = new Date(world.program.studio.time.now() + (2 + choose.below(90)) * 3_600_000).toISOString();
  const siteId = choose.once(3) ? world.otherSite : world.mainSite;
  const body = { siteId, name: 'Workshop', startTime, durationMinutes: 90, capacity: 1 + choose.below(3) };
  return done(startTime, await send(world, 'POST', '/manage/sessions', body));
};

const close: Act = async (world, choose) => {
  const siteId = choose.once(2) ? world.otherSite : world.mainSite;
  const startDate = new Date(world.program.studio.time.now() + (2 + choose.below(9)) * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const endDate = new Date(Date.parse(startDate) + choose.below(3) * DAY_MS).toISOString().slice(0, 10);
  // Those that have begun stay: streaks went on over them.
  const today = new Date(world.program.studio.time.now() - DAY_MS).toISOString().slice(0, 10);
  const [site] = rowsOf(world, 'select closures from sites where id = ?', siteId);
  const begun = JSON.parse(site?.closures ?? '[]').filter((each: { startDate: string }) => each.startDate <= today);
  const closures = [...begun, { startDate, endDate }];
  return done(startDate, await send(world, 'PATCH', `/v2/sites/${siteId}`, { closures }));
};

const rezone: Act = async (world, choose) => {
  const timezone = choose.of(ZONES);
  return done(
    `${timezone}`,
    await send(world, 'PATCH', `/v2/sites/${choose.once(2) ? world.otherSite : world.mainSite}`, { timezone }),
  );
};

const staff: Act = async (world, choose) => {
  const present = rowsOf(world, `select id from staff where status = 'active' order by id desc limit 6`);
  if (present.length > 3 && choose.once(2)) {
    const id = choose.of(present)?.id;
    return done(short(id), await send(world, 'DELETE', `/v2/staff/${id}`));
  }
  const number = world.program.studio.count('staff') + 1;
  const body = {
    firstName: 'Sam',
    lastName: `Body${number}`,
    email: `sam${number}@studio.net`,
    role: 'instructor',
    isInstructor: true,
  };
  return done(`${number}`, await send(world, 'POST', '/v2/staff', body));
};

const substitute: Act = async (world, choose) => {
  const [id, teacher] = [
    someSession(world, choose),
    choose.of(rowsOf(world, `select id from staff where status = 'active' and isInstructor = 1 order by id limit 8`)),
  ];
  if (id === undefined || teacher === undefined) return undefined;
  const body = { instructorId: teacher.id };
  return done(short(id), await send(world, 'POST', `/manage/sessions/${id}/substitute`, body));
};

/** Changes what a plan costs and gives: what was sold stays as it was. */
const plan: Act = async (world, choose) => {
  const id = choose.of(world.plans);
  if (id === undefined) return undefined;
  const body = choose.of([
    { price: 1_000 + 500 * choose.below(30) },
    { validityDays: 7 + choose.below(90) },
    { memberMayFreeze: choose.once(2) },
    { isSoldOnline: !choose.once(4) },
    { minimumTermMonths: choose.once(2) ? 2 : null },
  ]);
  return done(`${short(id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', `/manage/plans/${id}`, body));
};

/** Changes the code that members use, or makes another one. */
const code: Act = async (world, choose) => {
  const [row] = rowsOf(world, 'select id from discountCodes where code = ?', DISCOUNT);
  const body = choose.of([
    { percentOff: 10 + choose.below(80) },
    { maxPerClient: null },
    { maxRedemptions: 100 + choose.below(200) },
    { newClientsOnly: choose.once(3) },
  ]);
  return done(JSON.stringify(body), await send(world, 'PATCH', `/manage/discount-codes/${row?.id}`, body));
};

/** What the owner does, and how often. */
export const OWNER: Readonly<Record<string, readonly [number, Act]>> = {
  'owner settles': [1, settings],
  'owner changes a schedule': [0.6, schedule],
  'owner skips a day': [0.5, skipDay],
  'owner changes a session': [1, session],
  'owner cancels a session': [0.5, cancelSession],
  'owner adds a session': [0.6, addSession],
  'owner closes': [0.3, close],
  'owner corrects the zone': [0.1, rezone],
  'staff come and go': [0.3, staff],
  'desk substitutes': [0.6, substitute],
  'owner changes a plan': [0.4, plan],
  'owner changes a code': [0.3, code],
};

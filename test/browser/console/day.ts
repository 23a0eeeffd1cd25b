// A day of classes at a site of its own, made through the interface with the key of the sandbox.
import { PLANS, STAFF } from '../../../src/resources/demo-ids.ts';

export interface Sandbox {
  readonly rootUrl: string;
  readonly apiKey: string;
}

interface Made {
  readonly id: string;
}

/** Sends a request with the key of the sandbox. @throws Error when it is refused. */
export const sendTo = async <Body = Made>(
  { rootUrl, apiKey }: Sandbox,
  method: string,
  path: string,
  body?: object,
): Promise<Body> => {
  const response = await fetch(`${rootUrl}${path}`, {
    method,
    headers: { 'X-Service-API-Key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Moves the clock of the sandbox to the next noon in New York, where the day is long in both directions. Returns the time. */
const moveToNoon = async (sandbox: Sandbox): Promise<number> => {
  const { now } = await sendTo<{ now: string }>(sandbox, 'GET', '/sandbox/clock');
  const noon = new Date(now);
  noon.setUTCHours(17, 0, 0, 0);
  if (noon.getTime() <= Date.parse(now)) noon.setUTCDate(noon.getUTCDate() + 1);
  await sendTo(sandbox, 'POST', '/sandbox/clock', { at: noon.toISOString() });
  return noon.getTime();
};

/** The people of the day, by first name. */
type People = Readonly<Record<string, string>>;

export interface DemoDay {
  readonly siteId: string;
  readonly people: People;
  /** The classes: one that has ended, one that runs, the next one, which is full, one with free seats, a later one. */
  readonly ended: string;
  readonly running: string;
  readonly next: string;
  readonly open: string;
  readonly later: string;
}

const CLIENTS = [
  'Kofi Mensah',
  'Zoe Papadaki',
  'Yuki Tanaka',
  'Hannah Cohen',
  'Mateo Silva',
  'Sofía Álvarez',
  'Omar Haddad',
  'Quilla Kerr',
  'Ivan Petrov',
  'Chloé Dubois',
  'Marcus Bell',
  'Tomas Novak',
  'Aisha Bello',
  'Xandra Ellis',
  'Wanda Ortiz',
  'Luca Romano',
];

/** Makes the day. Its clock stands where a class has ended with two people missing, one runs and the next starts in 20 minutes. */
export const makeDay = async (sandbox: Sandbox): Promise<DemoDay> => {
  const send = <Body = Made>(method: string, path: string, body?: object) => sendTo<Body>(sandbox, method, path, body);
  const noon = await moveToNoon(sandbox);
  const site = await send('POST', '/v2/sites', { name: 'Harbour', timezone: 'America/New_York', currency: 'USD' });
  await send('PATCH', `/v2/settings?siteId=${site.id}`, {
    booking: {
      waitlistPromotionMode: 'confirmation_window',
      waitlistConfirmationMinutes: 15,
      waitlistCutoffMinutes: 0,
      lateCancelWindowMinutes: 120,
    },
    payment: { lateCancelFee: 1500, noShowFee: 1500, feesApplyTo: 'all' },
  });
  const people: Record<string, string> = {};
  for (const [index, name] of CLIENTS.entries()) {
    const [firstName = '', lastName = ''] = name.split(' ');
    const { id } = await send('POST', '/v2/clients', {
      firstName,
      lastName,
      email: `person.${index}@day.example`,
      homeLocationId: site.id,
      phone: `+1212555${String(1000 + index)}`,
      barcode: `CARD-${1000 + index}`,
      waiver: { status: 'signed', version: '1', signedAt: new Date(noon).toISOString() },
      ...(firstName === 'Marcus' ? { alerts: { red: null, yellow: 'Left knee: no jumps' } } : {}),
    });
    people[firstName] = id;
    if (!['Wanda', 'Mateo'].includes(firstName)) {
      const planId = firstName === 'Luca' ? PLANS.dropIn : PLANS.tenClasses;
      await send('POST', '/manage/packages', { clientId: id, planId, siteId: site.id, paymentMethod: 'cash' });
    }
  }
  const session = async (name: string, atMinutes: number, durationMinutes: number, capacity: number, room: string) => {
    const { id } = await send('POST', '/manage/sessions', {
      name,
      type: 'class',
      siteId: site.id,
      instructorId: atMinutes < 60 ? STAFF.ana : STAFF.ben,
      roomName: room,
      capacity,
      startTime: new Date(noon + atMinutes * MINUTE_MS).toISOString(),
      durationMinutes,
      overrideConflicts: true,
    });
    return id;
  };
  const ended = await session('Lunch Ride', 15, 30, 20, 'Cycle');
  const running = await session('Vinyasa Flow', 50, 60, 14, 'Studio A');
  const next = await session('Strength Basics', 80, 60, 5, 'Gym');
  const open = await session('Mobility Lab', 120, 45, 10, 'Studio B');
  const later = await session('Evening Ride', 360, 45, 20, 'Cycle');
  const book = (who: string, sessionId: string, more: object = {}) =>
    send('POST', '/v2/bookings', { clientId: people[who], sessionId, ...more });
  const checkIn = ({ id }: Made) => send('POST', `/v2/bookings/${id}/checkin`, {});
  for (const who of ['Kofi', 'Zoe']) await book(who, ended);
  await checkIn(await book('Yuki', ended));
  const here = [await book('Sofía', running), await book('Omar', running)];
  for (const who of ['Hannah', 'Mateo']) await book(who, running, { requireCredit: false });
  const cancelled = await book('Luca', next);
  for (const who of ['Quilla', 'Ivan', 'Chloé', 'Marcus']) await book(who, next);
  for (const who of ['Tomas', 'Aisha']) await book(who, next, { joinWaitlist: true });
  await book('Hannah', later);
  await send('POST', '/sandbox/clock', { at: new Date(noon + HOUR_MS).toISOString() });
  for (const booking of here) await checkIn(booking);
  await send('POST', `/v2/bookings/${cancelled.id}/cancel`, {});
  return { siteId: site.id, people, ended, running, next, open, later };
};

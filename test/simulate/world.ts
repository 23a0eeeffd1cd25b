// A studio with two sites that opens for business, and what its people need to act.

import type { ApiResponse } from '../helpers/api.ts';
import type { Choices } from '../helpers/seeded.ts';
import { openContent } from './acts/content.ts';
import { openEngagement } from './acts/engagement.ts';
import { openProgram, type Program } from './program.ts';
import type { Storage } from './storage.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows as SQLite gives them, looked at by name
export type Row = Record<string, any>;

/** Something that was answered as done, so that it must outlive every death of the program. */
interface Acknowledged {
  readonly object: string;
  readonly id: string;
  readonly updatedAt: string;
}

export interface World {
  readonly program: Program;
  /** The default site. */
  readonly mainSite: string;
  readonly otherSite: string;
  readonly schedules: string[];
  readonly plans: string[];
  readonly metricId: string;
  /** Since the last backup. */
  acknowledged: Acknowledged[];
  /** What erased people were called. */
  readonly erased: { readonly id: string; readonly words: readonly string[]; readonly at: number }[];
  /** What else people were called, who are one person with others now. */
  readonly formerly: Map<string, readonly string[]>;
  /** Clients whose tokens are held. */
  readonly tokens: Map<string, { readonly token: string; readonly until: number }>;
  /** Tokens of the tablets at the doors. */
  readonly kiosks: string[];
  /** Clients of a program that kept facts before there were streaks, which nothing has counted. */
  readonly uncounted: ReadonlySet<string>;
  /** Clients who had another home site before: which days it was closed is no longer theirs. */
  readonly moved: Set<string>;
  /** Keys of integrators since the last restore, those that were revoked too. */
  keys: { readonly id: string; readonly key: string; readonly expiresAt: string | null; isRevoked: boolean }[];
  /** Made so far, for names. */
  people: number;
  /** The same of browsers that get notifications. */
  browsers: number;
  /** The fewest that the clock has shown since the last restore, so that what is asked begins there. */
  since: number;
  /** Whether a restore has lost some of what the bank knows. */
  lostByRestore: number;
  /** Where its backups are copied to, if anywhere. */
  readonly storage: Storage | undefined;
}

export const rowsOf = ({ program }: World, sql: string, ...values: (string | number)[]): Row[] =>
  program.studio.db.query(sql).all(...values) as Row[];

export const nowOf = ({ program }: World): string => new Date(program.studio.time.now()).toISOString();

const TABLES: Readonly<Record<string, string>> = {
  booking: 'bookings',
  client: 'clients',
  package: 'packages',
  payment: 'payments',
  session: 'sessions',
  schedule: 'schedules',
  checkin: 'checkins',
  webhook: 'webhookEndpoints',
  content_entry: 'contentEntries',
  api_key: 'apiKeys',
};

export const tableOf = (object: string): string | undefined => TABLES[object];

/** Sends a request as an integrator with all rights. */
export const send = async (
  world: World,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<ApiResponse> => {
  const response = await world.program.answer(world.program.studio.send(method, path, body, headers));
  const { object, id, updatedAt } = response.body ?? {};
  const isWritten = response.status < 300 && method !== 'GET' && !path.includes('dry_run');
  if (isWritten && tableOf(object) !== undefined && typeof id === 'string' && typeof updatedAt === 'string') {
    world.acknowledged.push({ object, id, updatedAt });
  }
  return response;
};

const YEAR_SECONDS = 360 * 86_400;

/** Sends a request as a member who has signed in. */
export const sendAs = async (
  world: World,
  clientId: string,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<ApiResponse> => {
  const { answer, issuer, studio } = world.program;
  const now = studio.time.now();
  let held = world.tokens.get(clientId);
  if (held === undefined || held.until < now) {
    const { idToken } = await answer(issuer.createToken(studio.store, clientId, YEAR_SECONDS));
    held = { token: idToken, until: now + (YEAR_SECONDS - 86_400) * 1_000 };
    world.tokens.set(clientId, held);
  }
  const headers = {
    'x-service-api-key': '',
    authorization: `Bearer ${held.token}`,
    'x-site-id': world.mainSite,
    ...more,
  };
  const response = await send(world, method, `/public-api/v2/member/${path}`, body, headers);
  // A change of the email ends all that was signed in before.
  if (response.body?.error?.code === 'member_not_found') world.tokens.delete(clientId);
  return response;
};

/** The header that names the site of a session. */
export const atSiteOf = (world: World, sessionId: string): { readonly 'x-site-id': string } => ({
  'x-site-id': rowsOf(world, 'select siteId from sessions where id = ?', sessionId)[0]?.siteId,
});

/** The name of somebody new, which no text of the program has, so that an erased one can be looked for. */
export const someName = (world: World): { firstName: string; lastName: string; email: string } => {
  world.people += 1;
  const number = world.people;
  return { firstName: `Quill${number}x`, lastName: `Zephyr${number}x`, email: `quill${number}x@people.org` };
};

/** Remembers words about a client, which an erasure has to remove too. */
export const calledToo = ({ formerly }: World, id: string, words: readonly string[]): void => {
  formerly.set(id, [...(formerly.get(id) ?? []), ...words]);
};

export const addPerson = async (world: World, fields: object = {}): Promise<ApiResponse> =>
  send(world, 'POST', '/v2/clients', { ...someName(world), ...fields });

const PLANS = [
  {
    name: 'Ten',
    type: 'credit_pack',
    creditsTotal: 10,
    validityDays: 90,
    price: 18_000,
    isSoldOnline: true,
    isShareable: true,
    guestCredits: true,
  },
  { name: 'Three', type: 'credit_pack', creditsTotal: 3, validityDays: 9, price: 6_000, isSoldOnline: true },
  {
    name: 'One',
    type: 'drop_in',
    creditsTotal: 1,
    price: 2_500,
    activationType: 'on_first_booking',
    isSoldOnline: true,
  },
  {
    name: 'Month',
    type: 'unlimited',
    validityMonths: 1,
    autoRenews: true,
    price: 12_000,
    memberMayFreeze: true,
    isSoldOnline: true,
  },
  {
    name: 'Two a week',
    type: 'limited_membership',
    usageLimit: { count: 2, period: 'week' },
    validityDays: 28,
    autoRenews: true,
    price: 8_000,
  },
];

/** Small ones, for which people wait. */
const CLASSES = [
  { name: 'Flow', startTime: '07:00', capacity: 1, recurrenceRule: { frequency: 'daily' } },
  {
    name: 'Strength',
    startTime: '12:15',
    capacity: 2,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'WE', 'FR'] },
  },
  { name: 'Spin', startTime: '18:00', capacity: 1, recurrenceRule: { frequency: 'daily' } },
  {
    name: 'Sauna',
    startTime: '18:30',
    capacity: 1,
    creditCost: 2,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU', 'SA'] },
  },
];

const SETTINGS = {
  booking: {
    memberRequiresCredit: false,
    waitlistPromotionMode: 'automatic',
    autoNoShowMinutesAfterEnd: 30,
    lateCancelWindowMinutes: 240,
    guestsPerBooking: 2,
    freeFirstVisit: true,
    bookingWindowDays: 5,
  },
  payment: {
    acceptedMethods: ['card', 'cash'],
    autoChargeFees: true,
    feeChargeDelayHours: 2,
    lateCancelFee: 700,
    noShowFee: 900,
    feesApplyTo: 'all',
    waysToPay: true,
  },
  membership: {
    households: 'members',
    waiver: { version: 'first', text: 'I train at my own risk.' },
    consent: { version: 'first', text: 'The studio keeps my data.' },
  },
  notification: { webPush: true },
  brand: { memberTier: 'pro' },
};

/** Where webhooks go from the beginning. */
export const RECEIVERS = ['https://one.net/hook', 'https://two.net/hook'];

/** The code with which plans cost less. */
export const DISCOUNT = 'SAVE20';

const PEOPLE = 14;

/** The first database with streaks. */
const STREAKS = 'schema-0030';

type Make = (method: string, path: string, body: unknown) => Promise<Row>;

/** Schedules and plans that a new studio begins with. */
const openClasses = async (world: World, startDate: string, made: Make): Promise<void> => {
  for (const plan of PLANS) world.plans.push((await made('POST', '/manage/plans', { currency: 'USD', ...plan })).id);
  for (const [index, fields] of CLASSES.entries()) {
    const body = {
      siteId: index >= 2 ? world.otherSite : world.mainSite,
      startDate,
      durationMinutes: 60,
      horizonDays: 7,
      waitlistCapacity: 4,
      dropInPrice: { amount: 2_000, currency: 'USD' },
      ...fields,
    };
    world.schedules.push((await made('POST', '/v2/schedules', body)).id);
  }
};

/** Opens a studio of the choices, or one that an older program has made; everything new in it is made through the interface. */
export const openWorld = async (
  choose: Choices,
  startAt: number,
  older?: string,
  storage?: Storage,
): Promise<World> => {
  const program = await openProgram(choose, startAt, older);
  const made: Make = async (method, path, body) => {
    const response = await program.until(program.studio.send(method, path, body));
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const ids = (sql: string): string[] => (program.studio.db.query(sql).all() as Row[]).map(({ id }) => id);
  await made('PATCH', '/v2/settings', SETTINGS);
  const [mainSite = ''] = ids(`select brand ->> '$.defaultSiteId' as id from settings where scope = 'brand'`);
  const { id: otherSite } = await made('POST', '/v2/sites', { name: 'Uptown', timezone: 'Europe/London' });
  const offers = { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 45 };
  await made('PATCH', `/v2/settings?siteId=${otherSite}`, { booking: offers, membership: { signUp: 'approval' } });
  for (const url of RECEIVERS) {
    await made('POST', '/v2/webhooks', { name: url, url, eventTypes: ['*'] });
  }
  const discount = { code: DISCOUNT, name: 'Save', percentOff: 20, maxRedemptions: 40, maxPerClient: 2 };
  await made('POST', '/manage/discount-codes', discount);
  const world: World = {
    program,
    mainSite,
    otherSite,
    schedules: older === undefined ? [] : ids('select id from schedules where archivedAt is null order by id limit 4'),
    plans: older === undefined ? [] : ids('select id from plans where archivedAt is null order by id limit 5'),
    metricId: await openEngagement(made),
    acknowledged: [],
    erased: [],
    formerly: new Map(),
    tokens: new Map(),
    kiosks: [],
    uncounted: new Set((older ?? STREAKS) < STREAKS ? ids('select distinct clientId as id from facts') : []),
    moved: new Set(),
    keys: [],
    people: 0,
    browsers: 0,
    since: startAt,
    lostByRestore: 0,
    storage,
  };
  await openContent(made);
  if (older === undefined) await openClasses(world, new Date(startAt).toISOString().slice(0, 10), made);
  for (const siteId of [mainSite, otherSite]) {
    world.kiosks.push((await made('POST', '/manage/kiosks', { name: 'Door', siteId, pin: '2468' })).token);
  }
  for (let count = 0; count < PEOPLE; count += 1) {
    const home = count % 3 === 2 ? otherSite : mainSite;
    const { status, body } = await program.until(addPerson(world, { homeLocationId: home }));
    if (status !== 201) throw new Error(JSON.stringify(body));
    // Two of three begin with credits.
    const planId = older === undefined ? world.plans[count % 3] : undefined;
    if (planId === undefined || count % 3 === 2) continue;
    await made('POST', '/manage/packages', { clientId: body.id, planId, paymentMethod: 'cash' });
  }
  return world;
};

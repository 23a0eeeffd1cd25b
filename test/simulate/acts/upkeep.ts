// What the owner and integrators make, change and put away again.

import type { Choices } from '../../helpers/seeded.ts';
import { type Row, rowsOf, send, type World } from '../world.ts';
import { type Act, asMember, done, short, someClient, someSession } from './act.ts';
import { image } from './records.ts';

/** Something that the studio can have more of. */
interface Kind {
  readonly path: string;
  /** Those that may be changed and put away: the others are needed. */
  readonly own: string;
  made(world: World, choose: Choices, number: number): object;
  changed(choose: Choices): object;
}

const KINDS: readonly Kind[] = [
  {
    path: '/manage/awards',
    own: `select id from awards where name like 'More %' and archivedAt is null`,
    made: (_world, _choose, number) => ({ name: `More ${number}`, trigger: 'manual' }),
    changed: (choose) => ({ tier: choose.of(['bronze', 'gold', null]), isHidden: choose.once(2) }),
  },
  {
    path: '/manage/leaderboards',
    own: `select id from leaderboards where name like 'More %' and archivedAt is null`,
    made: (_world, choose, number) => ({
      name: `More ${number}`,
      rankBy: choose.of(['attendance', 'watch_time', 'points']),
      periodType: choose.of(['daily', 'weekly', 'monthly', 'all_time']),
      scope: 'brand',
    }),
    changed: (choose) => ({ description: 'Who is here most', isOptInRequired: choose.once(2) }),
  },
  {
    path: '/manage/plans',
    own: `select id from plans where name like 'More %' and archivedAt is null`,
    made: (world, choose, number) => ({
      name: `More ${number}`,
      type: 'drop_in',
      creditsTotal: 1,
      price: 1_500,
      currency: 'USD',
      isSoldOnline: choose.once(2),
      eligibleSiteIds: choose.once(2) ? [world.otherSite] : [],
    }),
    changed: (choose) => ({ price: 1_000 + choose.below(9) * 250 }),
  },
  {
    path: '/manage/discount-codes',
    own: `select id from discountCodes where name like 'More %' and archivedAt is null`,
    made: (_world, _choose, number) => ({ code: `MORE${number}`, name: `More ${number}`, percentOff: 10 }),
    changed: (choose) => ({ percentOff: 5 + choose.below(50) }),
  },
  {
    path: '/v2/sites',
    own: `select id from sites where name like 'More %' and archivedAt is null`,
    made: (_world, _choose, number) => ({ name: `More ${number}`, timezone: 'Europe/London' }),
    changed: () => ({ phone: '+44 20 7946 0000' }),
  },
  {
    path: '/v2/schedules',
    own: `select id from schedules where name like 'More %' and archivedAt is null`,
    made: (world, choose, number) => ({
      name: `More ${number}`,
      siteId: choose.once(2) ? world.otherSite : world.mainSite,
      startDate: new Date(world.program.studio.time.now()).toISOString().slice(0, 10),
      startTime: '10:30',
      durationMinutes: 45,
      capacity: 2,
      horizonDays: 7,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TH'] },
    }),
    changed: (choose) => ({ startTime: choose.of(['09:30', '11:00']), capacity: 1 + choose.below(4) }),
  },
  {
    path: '/v2/instructors',
    own: `select id from staff where firstName = 'More' and status = 'active'`,
    made: (_world, _choose, number) => ({
      firstName: 'More',
      lastName: `${number}`,
      email: `more${number}@studio.net`,
    }),
    changed: (choose) => ({ sortOrder: choose.below(9) }),
  },
  {
    path: '/manage/content/types',
    own: `select id from contentTypes where name like 'More %'`,
    made: (_world, _choose, number) => ({ key: `more_${number}`, name: `More ${number}`, pluralName: 'More' }),
    changed: (choose) => ({ position: choose.below(9) }),
  },
  {
    path: '/manage/content/features',
    own: 'select id from contentFeatures',
    made: (_world, choose) => ({ key: choose.of(['challenges', 'streaks', 'video']), name: 'A feature' }),
    changed: (choose) => ({ enabled: choose.once(2) }),
  },
  {
    path: '/manage/oauth-clients',
    own: `select id from oauthClients where revokedAt is null`,
    made: (world, choose, number) => ({
      name: `More ${number}`,
      scopes: ['bookings:read'],
      siteIds: choose.once(2) ? [world.otherSite] : null,
    }),
    changed: () => ({ scopes: ['sessions:read'] }),
  },
  {
    path: '/manage/member-links',
    own: 'select id from memberLinks',
    made: (world, choose, number) => ({
      clientId: someClient(world, choose),
      issuer: 'https://id.people.org',
      subject: `person-${number}`,
    }),
    changed: () => ({}),
  },
];

const keep: Act = async (world, choose) => {
  const kind = choose.of(KINDS);
  if (kind === undefined) return undefined;
  const { path, own, made, changed } = kind;
  const old = choose.of(rowsOf(world, `${own} order by id desc limit 4`));
  if (old === undefined || choose.once(3)) {
    const number = world.program.studio.count('auditLog');
    return done(path, await send(world, 'POST', path, made(world, choose, number)));
  }
  const at = `${path}/${old.id}`;
  if (path !== '/manage/member-links' && choose.once(2))
    return done(`change ${path} ${short(old.id)}`, await send(world, 'PATCH', at, changed(choose)));
  const gone = path === '/manage/oauth-clients' ? send(world, 'POST', `${at}/revoke`) : send(world, 'DELETE', at);
  return done(`remove ${path} ${short(old.id)}`, await gone);
};

const PARTS = [
  ['goals', 'challengeGoals', { description: 'Each day.' }],
  ['assessments', 'challengeAssessments', { name: 'How much' }],
  ['articles', 'challengeArticles', { estimatedMinutes: 4 }],
] as const;

/** Changes a challenge, or removes something in it. */
const challenge: Act = async (world, choose) => {
  const found = choose.of(rowsOf(world, 'select id from challenges where archivedAt is null order by id desc limit 4'));
  if (found === undefined) return undefined;
  const path = `/manage/challenges/${found.id}`;
  const [name, table, fields] = choose.of(PARTS) ?? PARTS[0];
  const [part] = rowsOf(
    world,
    `select id from ${table} where challengeId = ? and archivedAt is null order by id limit 1`,
    found.id,
  );
  const way = choose.below(10);
  if (way === 0) return done(`remove ${short(found.id)}`, await send(world, 'DELETE', path));
  if (way < 4 || part === undefined) {
    const body = choose.of([
      { prizeDescription: 'A mat' },
      { pointsRules: { perAttendance: 5 + choose.below(10), dailyCap: 20 } },
      { capacity: 4 + choose.below(9) },
    ]);
    return done(`${short(found.id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', path, body));
  }
  return way === 4
    ? done(`remove ${name} ${short(part.id)}`, await send(world, 'DELETE', `${path}/${name}/${part.id}`))
    : done(`${name} ${short(part.id)}`, await send(world, 'PATCH', `${path}/${name}/${part.id}`, fields));
};

/** Leaves a challenge. */
const leave: Act = async (world, choose) => {
  const taking = choose.of(
    rowsOf(
      world,
      `select clientId, challengeId from challengeEnrollments where status = 'enrolled' order by id desc limit 6`,
    ),
  );
  if (taking === undefined) return undefined;
  const { clientId, challengeId } = taking;
  return done(
    `${short(clientId)} ${short(challengeId)}`,
    await asMember(world, clientId, 'DELETE', `challenges/${challengeId}/enroll`),
  );
};

/** Invites somebody of the staff to sign in, or takes the invitation back; or they ask for a new password. */
const invite: Act = async (world, choose) => {
  const open = choose.of(rowsOf(world, 'select id from staffInvitations order by id desc limit 3'));
  if (open !== undefined && choose.once(3))
    return done(`back ${short(open.id)}`, await send(world, 'DELETE', `/manage/staff/invitations/${open.id}`));
  const person = choose.of(
    rowsOf(world, `select id, email from staff where status = 'active' order by id desc limit 6`),
  );
  if (person === undefined) return undefined;
  return choose.once(3)
    ? done(`${person.email}`, await send(world, 'POST', '/manage/auth/password-reset', { email: person.email }))
    : done(short(person.id), await send(world, 'POST', '/manage/staff/invitations', { staffId: person.id }));
};

/** Sends an event again that a receiver has had, or not. */
const redeliver: Act = async (world, choose) => {
  const old: Row | undefined = choose.of(
    rowsOf(world, 'select id, endpointId from webhookDeliveries order by id desc limit 12'),
  );
  if (old === undefined) return undefined;
  const path = `/v2/webhooks/${old.endpointId}/deliveries/${old.id}/redeliver`;
  return done(short(old.id), await send(world, 'POST', path));
};

/** Looks at what would come of something: a template, a file of clients. */
const look: Act = async (world, choose) => {
  const csv = `firstName,lastName,email\nSome,Body,some${choose.below(99)}@studio.net\n`;
  const type = { 'content-type': 'text/csv' };
  const [path, body, headers] = choose.of([
    ['/manage/imports/preview?family=clients', csv, type],
    ['/manage/imports/check?family=clients', csv, type],
    ['/manage/message-templates/booking_confirmed.en/preview', { note: 'Hello' }, undefined],
  ] as const) ?? ['/manage/imports/check', csv, type];
  return done(path, await send(world, 'POST', path, body, headers));
};

/** Pictures of single sessions, and how the apps look. */
const appear: Act = async (world, choose) => {
  const id = someSession(world, choose);
  if (id === undefined || choose.once(3)) {
    const body = { milestones: { visits: choose.of([[10, 50], [1, 5, 25], null]) } };
    return done(JSON.stringify(body), await send(world, 'PUT', '/manage/experience', body));
  }
  const path = `/manage/sessions/${id}/image`;
  return choose.once(3)
    ? done(`DELETE ${short(id)}`, await send(world, 'DELETE', path))
    : done(`PUT ${short(id)}`, await send(world, 'PUT', path, image));
};

export const UPKEEP: Readonly<Record<string, readonly [number, Act]>> = {
  'owner keeps records': [1.5, keep],
  'owner changes a challenge': [0.4, challenge],
  'member leaves a challenge': [0.4, leave],
  'owner invites staff': [0.3, invite],
  'integrator sends again': [0.4, redeliver],
  'owner looks ahead': [0.3, look],
  'owner changes how it looks': [0.4, appear],
};

// What the owner furnishes the studio with: people who teach, texts, months of pay, tablets, and what the library is sorted by.

import type { Choices } from '../../helpers/seeded.ts';
import { rowsOf, send, type World } from '../world.ts';
import { type Act, asMember, done, short } from './act.ts';
import { image } from './records.ts';

const DAY_MS = 86_400_000;

const siteOf = (world: World, choose: Choices): string => (choose.once(2) ? world.otherSite : world.mainSite);

/** Changes what somebody is paid, where they work, or who they are. */
const changeStaff: Act = async (world, choose) => {
  const person = choose.of(
    rowsOf(world, `select id from staff where status = 'active' and isInstructor = 1 order by id desc limit 6`),
  );
  if (person === undefined) return undefined;
  const payRate = {
    type: choose.of(['per_class', 'hourly', 'per_head']),
    amount: 500 + choose.below(5_000),
    currency: 'USD',
  };
  const [path, body] = choose.of([
    ['instructors', { payRate }],
    ['instructors', { payRate }],
    ['instructors', { isBookable: choose.once(2) }],
    ['staff', { siteIds: choose.once(2) ? [] : [world.mainSite] }],
    ['staff', { bio: 'Teaches with joy.' }],
  ] as const) ?? ['staff', {}];
  return done(
    `${short(person.id)} ${JSON.stringify(body)}`,
    await send(world, 'PATCH', `/v2/${path}/${person.id}`, body),
  );
};

/** Closes a month for pay, or opens one again. */
const month: Act = async (world, choose) => {
  const closed = choose.of(rowsOf(world, 'select id from payMonths order by id desc limit 4'));
  if (closed !== undefined && choose.once(3))
    return done(`open ${short(closed.id)}`, await send(world, 'DELETE', `/manage/pay-months/${closed.id}`));
  const before = new Date(world.program.studio.time.now() - (20 + choose.below(40)) * DAY_MS);
  const body = { month: before.toISOString().slice(0, 7), siteId: siteOf(world, choose) };
  return done(`${body.month} ${short(body.siteId)}`, await send(world, 'POST', '/manage/pay-months', body));
};

/** Writes what members agree to anew. */
const agreement: Act = async (world, choose) => {
  const name = choose.of(['waiver', 'consent']) ?? 'waiver';
  const version = `v${world.program.studio.count('agreements') + choose.below(3)}`;
  const body = { membership: { [name]: choose.once(4) ? null : { version, text: `The text ${version}.` } } };
  return done(`${name} ${version}`, await send(world, 'PATCH', '/v2/settings', body));
};

const TEMPLATES = ['booking_confirmed.en', 'booking_reminder.en', 'session_cancelled.en', 'fee.de'];

const template: Act = async (world, choose) => {
  const path = `/manage/message-templates/${choose.of(TEMPLATES)}`;
  return choose.once(3)
    ? done(path, await send(world, 'DELETE', path))
    : done(path, await send(world, 'PATCH', path, { note: choose.once(2) ? 'See you soon.' : null }));
};

/** A tablet is lost, and another one comes in its place. */
const kiosk: Act = async (world, choose) => {
  const old = choose.of(
    rowsOf(world, 'select id, siteId from kiosks where revokedAt is null order by id desc limit 3'),
  );
  if (old !== undefined) await send(world, 'POST', `/manage/kiosks/${old.id}/revoke`);
  const body = { name: 'Door', siteId: old?.siteId ?? world.mainSite, pin: '2468' };
  const made = await send(world, 'POST', '/manage/kiosks', body);
  if (made.status < 300) world.kiosks.push(made.body.token);
  return done(short(old?.id), made);
};

const picture: Act = async (world, choose) => {
  const owner = choose.of([
    () => `/manage/schedules/${choose.of(world.schedules)}/image`,
    () => '/manage/brand/logo',
    () => `/manage/staff/${rowsOf(world, 'select id from staff order by id limit 1')[0]?.id}/photo`,
    () => `/manage/awards/${rowsOf(world, 'select id from awards order by id limit 1')[0]?.id}/badge`,
  ]);
  const path = owner?.() ?? '/manage/brand/logo';
  return choose.once(3)
    ? done(`DELETE ${path}`, await send(world, 'DELETE', path))
    : done(`PUT ${path}`, await send(world, 'PUT', path, image));
};

/** Sorts the library: makes, changes and deletes what entries are in. */
const sort: Act = async (world, choose) => {
  const number = world.program.studio.count('events');
  const [name, table, made, changed] = choose.of([
    ['categories', 'contentCategories', { name: `Kind ${number}` }, { description: 'What it is.' }],
    ['tags', 'contentTags', { name: `Tag ${number}` }, { group: 'level' }],
    ['banners', 'contentBanners', { title: `News ${number}`, placement: 'home' }, { subtitle: 'More' }],
  ] as const) ?? ['tags', 'contentTags', {}, {}];
  const old = choose.of(
    rowsOf(world, `select id from ${table} where createdAt >= '2026-03-03' order by id desc limit 4`),
  );
  const path = `/manage/content/${name}`;
  if (old === undefined || choose.once(2)) return done(name, await send(world, 'POST', path, made));
  const way = choose.of(['change', 'delete', 'use']);
  if (way === 'delete')
    return done(`delete ${name} ${short(old.id)}`, await send(world, 'DELETE', `${path}/${old.id}`));
  if (way === 'change' || name === 'banners')
    return done(`${name} ${short(old.id)}`, await send(world, 'PATCH', `${path}/${old.id}`, changed));
  const [entry] = rowsOf(world, 'select id from contentEntries where archivedAt is null order by id desc limit 1');
  const body = { [name === 'tags' ? 'tagIds' : 'categoryIds']: [old.id] };
  return done(`${name} ${short(old.id)}`, await send(world, 'PATCH', `/manage/content/entries/${entry?.id}`, body));
};

/** Gives a challenge something to measure and to read, and a member does it. */
const task: Act = async (world, choose) => {
  const [challenge] = rowsOf(world, 'select id from challenges where archivedAt is null order by id desc limit 1');
  if (challenge === undefined) return undefined;
  const path = `/manage/challenges/${challenge.id}`;
  const [entry] = rowsOf(
    world,
    `select id from contentEntries where type = 'article' and archivedAt is null order by id desc limit 1`,
  );
  return choose.once(2)
    ? done(
        `article of ${short(challenge.id)}`,
        await send(world, 'POST', `${path}/articles`, { contentEntryId: entry?.id, pointsValue: 5 }),
      )
    : done(
        `assessment of ${short(challenge.id)}`,
        await send(world, 'POST', `${path}/assessments`, {
          name: 'Weight',
          stage: choose.of(['baseline', 'midpoint', 'final']),
          fields: [{ key: 'weight', label: 'Weight', type: 'number', min: 0, max: 400 }],
          pointsValue: 10,
        }),
      );
};

const doTask: Act = async (world, choose) => {
  const taking = choose.of(
    rowsOf(
      world,
      `select clientId, challengeId from challengeEnrollments where status = 'enrolled' order by id desc limit 12`,
    ),
  );
  if (taking === undefined) return undefined;
  const { clientId, challengeId } = taking;
  const part = (table: string) =>
    rowsOf(world, `select id from ${table} where challengeId = ? order by id desc limit 1`, challengeId)[0]?.id;
  const [article, assessment] = [part('challengeArticles'), part('challengeAssessments')];
  const path = `challenges/${challengeId}`;
  if (article !== undefined && choose.once(2))
    return done(`read ${short(article)}`, await asMember(world, clientId, 'POST', `${path}/articles/${article}/read`));
  if (assessment === undefined) return undefined;
  const values = { weight: 60 + choose.below(40) };
  const [method, where, body] = choose.once(3)
    ? (['PUT', `${path}/assessments/${assessment}`, { values }] as const)
    : (['POST', `${path}/assessments/submit`, { assessmentId: assessment, values }] as const);
  return done(`measured ${short(clientId)}`, await asMember(world, clientId, method, where, body));
};

export const FURNISHING: Readonly<Record<string, readonly [number, Act]>> = {
  'owner changes somebody': [0.6, changeStaff],
  'owner closes a month': [0.3, month],
  'owner writes an agreement': [0.15, agreement],
  'owner writes a template': [0.3, template],
  'owner replaces a tablet': [0.15, kiosk],
  'owner sets a picture': [0.4, picture],
  'owner sorts the library': [0.6, sort],
  'owner adds to a challenge': [0.3, task],
  'member takes part in a challenge': [1, doTask],
};

// What the owner publishes, and what members read and watch.

import type { Choices } from '../../helpers/seeded.ts';
import { type Row, rowsOf, send, type World } from '../world.ts';
import { type Act, aMomentLater, asMember, done, short, someClient } from './act.ts';

const HOUR_MS = 3_600_000;
const VIDEO_SECONDS = 20;

const later = (world: World, hours: number): string =>
  new Date(world.program.studio.time.now() + hours * HOUR_MS).toISOString();

const newest = (world: World, condition = '1'): string[] =>
  rowsOf(world, `select id from contentEntries where ${condition} order by id desc limit 12`).map(({ id }) => id);

const access = (world: World, choose: Choices) =>
  choose.of([
    { access: 'public' },
    { access: 'members' },
    { access: 'members', siteIds: [world.otherSite] },
    { access: 'package', accessPlanIds: choose.once(2) ? [] : world.plans.slice(0, 2) },
  ]);

const publication = (world: World, choose: Choices) =>
  choose.of([
    { status: 'draft' },
    { status: 'published' },
    { status: 'published', expiresAt: later(world, 1 + choose.below(200)) },
    { status: 'scheduled', publishedAt: later(world, 1 + choose.below(100)) },
  ]);

const publish: Act = async (world, choose) => {
  const number = world.program.studio.count('contentEntries');
  const parts = newest(world, `type <> 'program' and archivedAt is null`);
  const isProgram = parts.length > 3 && choose.once(4);
  const made = await send(world, 'POST', '/manage/content/entries', {
    title: `Piece ${number}`,
    type: isProgram ? 'program' : choose.of(['video', 'article']),
    ...access(world, choose),
    ...publication(world, choose),
    ...(isProgram ? { children: parts.slice(0, 2 + choose.below(3)).map((entryId) => ({ entryId })) } : {}),
  });
  if (made.status === 201 && made.body.type === 'video') {
    const media = { entryId: made.body.id, title: 'Film', mimeType: 'video/mp4', durationSeconds: VIDEO_SECONDS };
    await send(world, 'POST', '/manage/content/media', { ...media, externalUrl: `https://film.net/${number}.mp4` });
  }
  return done(`${short(made.body?.id)} ${made.body?.type}`, made);
};

const change: Act = async (world, choose) => {
  const id = choose.of(newest(world, `type <> 'metric'`));
  if (id === undefined) return undefined;
  const path = `/manage/content/entries/${id}`;
  if (choose.once(5)) return done(`remove ${short(id)}`, await send(world, 'DELETE', path));
  const body = choose.once(2) ? access(world, choose) : publication(world, choose);
  return done(`${short(id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', path, body));
};

const DOINGS = [
  ['POST', 'favorite', undefined],
  ['PUT', 'status', { status: 'completed' }],
  ['PUT', 'status', { status: 'not_started' }],
  ['PUT', 'status', { progressPercent: 45 }],
  ['PUT', 'status', { progressPercent: 95 }],
  ['PUT', 'status', { rating: 4 }],
  ['POST', 'favorite', undefined],
  ['DELETE', 'favorite', undefined],
  ['POST', 'watch-later', undefined],
  ['DELETE', 'watch-later', undefined],
] as const;

/** What a member does with an entry: how far they are, what they think of it, and their lists. */
const learn: Act = async (world, choose) => {
  const [clientId, id] = [someClient(world, choose), choose.of(newest(world))];
  if (clientId === undefined || id === undefined) return undefined;
  const [method, path, body] = choose.of(DOINGS) ?? DOINGS[0];
  const response = await asMember(world, clientId, method, `content/${id}/${path}`, body);
  return done(`${short(clientId)} ${short(id)} ${method} ${path} ${JSON.stringify(body ?? {})}`, response);
};

/** Watches some of a video, or all of it. */
const watch: Act = async (world, choose) => {
  const clientId = someClient(world, choose);
  const [media] = rowsOf(
    world,
    'select id, entryId from contentMedia where entryId is not null and archivedAt is null order by id desc limit 1 offset ?',
    choose.below(6),
  );
  if (clientId === undefined || media === undefined) return undefined;
  const started = await asMember(world, clientId, 'POST', 'video/sessions', { contentMediaId: media.id });
  const { id } = started.body ?? {};
  if (started.status !== 201) return done(`${short(clientId)} ${short(media.entryId)}`, started);
  let last = started;
  for (let positionSeconds = 10; positionSeconds <= VIDEO_SECONDS && !choose.once(4); positionSeconds += 10) {
    await aMomentLater(world);
    const beat = { positionSeconds, state: 'playing' };
    last = await asMember(world, clientId, 'PUT', `video/sessions/${id}/heartbeat`, beat);
  }
  if (choose.once(2)) last = await asMember(world, clientId, 'PUT', `video/sessions/${id}/complete`, {});
  return done(`${short(clientId)} ${short(media.entryId)} ${last.body?.percentComplete}`, last);
};

/** Entries that a studio opens with. */
export const openContent = async (
  made: (method: string, path: string, body: unknown) => Promise<Row>,
): Promise<void> => {
  for (const type of ['article', 'video', 'video']) {
    const entry = { title: `First ${type}`, type, status: 'published', access: 'public' };
    const { id: entryId } = await made('POST', '/manage/content/entries', entry);
    if (type === 'article') continue;
    const media = { entryId, title: 'Film', mimeType: 'video/mp4', durationSeconds: VIDEO_SECONDS };
    await made('POST', '/manage/content/media', { ...media, externalUrl: `https://film.net/${entryId}.mp4` });
  }
};

export const CONTENT: Readonly<Record<string, readonly [number, Act]>> = {
  'owner publishes': [1.2, publish],
  'owner changes content': [0.6, change],
  'member learns': [5, learn],
  'member watches': [4, watch],
};

import { beforeEach, expect, test } from 'bun:test';
import type { Tx } from '../../../src/database/database.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

const OTHER_SITE = '01950000-0000-7000-8000-000000000002';

let studio: Studio;
let clientIds: string[];
beforeEach(async () => {
  studio = await openStudio();
  clientIds = [await addClient(studio), await addClient(studio)];
});

const newOnes = (): number => studio.count('events where isNew = 1');

/** Raises an event of one of two types, clients and sites. */
const raiseOne = (tx: Tx, index: number): string => {
  const clientId = clientIds[index % 2] as string;
  if (index % 3 === 0) {
    return tx.raise('client.created', OTHER_SITE, { clientId, status: 'ACTIVE', homeLocationId: OTHER_SITE });
  }
  return tx.raiseCheckIn({ siteID: MAIN_SITE, clientID: clientId, checkInTime: tx.now });
};

/** Raises `count` events in one transaction. */
const raise = (count: number): Promise<void> =>
  studio.store.write((tx) => {
    for (let index = 0; index < count; index += 1) raiseOne(tx, index);
  });

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly siteId: string;
  readonly clientId: string | null;
}

const all = (): Listed[] =>
  studio.db.query('select id, type, siteId, clientId from events order by id desc').all() as Listed[];

const idsOf = async (query: string, headers: Record<string, string>): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await studio.get(`/manage/events?limit=7${query}${cursor}`, headers);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (!body.hasMore) return ids;
    cursor = `&starting_after=${body.nextCursor}`;
  }
};

const backFrom = async (id: string, query: string): Promise<string[]> => {
  const { body } = await studio.get(`/manage/events?limit=7&ending_before=${id}${query}`);
  return body.data.map((event: { id: string }) => event.id);
};

test('lists have every event once, whether the indexes have it or not', async () => {
  const restricted = await studio.withKey({ siteIds: [MAIN_SITE] });
  let [seenNew, seenIndexed] = [0, 0];
  for (const count of [20, 30, 60, 40, 10]) {
    await raise(count);
    const events = all();
    seenNew = Math.max(seenNew, newOnes());
    seenIndexed = Math.max(seenIndexed, events.length - newOnes());
    const ids = (keep: (event: Listed) => boolean) => events.filter(keep).map(({ id }) => id);
    expect(await idsOf('', {})).toEqual(ids(() => true));
    expect(await idsOf('&type=client.created', {})).toEqual(ids(({ type }) => type === 'client.created'));
    expect(await idsOf(`&client_id=${clientIds[0]}`, {})).toEqual(ids(({ clientId }) => clientId === clientIds[0]));
    expect(await idsOf('', restricted)).toEqual(ids(({ siteId }) => siteId === MAIN_SITE));
    const last = events.at(-1)?.id as string;
    expect(await backFrom(last, '&type=checkIn')).toEqual(ids(({ type }) => type === 'checkIn').slice(-7));
  }
  expect(seenNew).toBeGreaterThan(0);
  expect(seenIndexed).toBeGreaterThan(0);
});

test('new events are indexed together: the oldest first, and never more than a transaction takes', async () => {
  await raise(100);
  expect(newOnes()).toBe(all().length);
  await raise(100);
  expect(newOnes()).toBe(0);
  await raise(600);
  expect(newOnes()).toBe(600 - 512);
  const isNew = studio.db.query('select isNew from events order by id').values().flat();
  expect(isNew).toEqual([...isNew].sort());
});

test('events of a write that fails are not counted as new', async () => {
  await raise(100);
  const failed = studio.store.write((tx) => {
    for (let index = 0; index < 100; index += 1) raiseOne(tx, index);
    throw new Error('no');
  });
  await failed.catch(() => {});
  await raise(1);
  expect(newOnes()).toBe(all().length);
});

test('a studio that is opened again goes on with its new events', async () => {
  await raise(100);
  const file = studio.db.serialize();
  studio = await openStudio({ file, seal: studio.seal });
  const before = newOnes();
  expect(before).toBeGreaterThan(99);
  await raise(28);
  expect(newOnes()).toBe(0);
});

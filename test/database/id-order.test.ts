import { expect, test } from 'bun:test';
import { highestId, idsFor, idUpperBound, storedIdLead } from '../../src/database/id-order.ts';
import { Store } from '../../src/database/store.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';

const open = () => {
  const db = migratedDatabase();
  const addEvent = (id: string) =>
    db.run("insert into events (id, type, siteId, createdAt, body) values (?, 'ping', '', '', '{}')", [id]);
  const addKey = (id: string) =>
    db.run(
      `insert into apiKeys (id, name, hash, prefix, last4, scopes, tier, createdAt, updatedAt)
       values (?, 'x', ?, '', '', '[]', 'basic', '', '')`,
      [id, id],
    );
  return { db, addEvent, addKey };
};

const LOW = '01950000-0000-7000-8000-000000000001';
const HIGH = '01960000-0000-7abc-8000-000000000001';

test('the highest id may be in any table or event; ids of others do not count', () => {
  const { db, addEvent, addKey } = open();
  expect(highestId(db)).toBeUndefined();
  addKey(LOW);
  expect(highestId(db)).toBe(LOW);
  addEvent(`evt_${HIGH}`);
  expect(highestId(db)).toBe(HIGH);
  addKey('ffffffff-ffff-4fff-8fff-ffffffffffff');
  expect(highestId(db)).toBe(HIGH);
});

test('the lead of ids over a clock that was set back is stored, and survives a restart', async () => {
  const { db, addEvent } = open();
  addEvent(`evt_${HIGH}`);
  const highAt = 0x01960000 * 65_536;
  const openAt = (now: number) => {
    const time = new Timeline(now);
    return new Store(db, time, idsFor(db, time, systemRandom()));
  };
  const raise = (store: Store) => store.write((tx) => tx.raise('site.created', LOW, {}));

  await raise(openAt(highAt - 59_000));
  expect(storedIdLead(db)).toBe(0);
  const back = openAt(highAt - 7_200_000);
  const id = await raise(back);
  expect(storedIdLead(db)).toBe(7_200_000);
  expect(`evt_${idUpperBound(back.view(), highAt - 7_200_000)}` > id).toBe(true);
  await raise(openAt(highAt - HOUR_MS));
  expect(storedIdLead(db)).toBe(7_200_000);
});

test('after the events of another process come those of this one, though both are ahead of a clock that was set back', async () => {
  const { db } = open();
  let now = Date.parse('2026-03-02T08:00:00Z');
  const openStore = () => {
    const time = new Timeline(undefined, { now: () => now });
    return new Store(db, time, idsFor(db, time, systemRandom()));
  };
  const raise = (store: Store) => store.write((tx) => tx.raise('site.created', LOW, {}));
  const server = openStore();
  const made = [await raise(server)];
  now -= HOUR_MS;
  const child = openStore();
  for (const store of [child, child, child, server, server, child]) made.push(await raise(store));
  expect(made).toEqual(made.toSorted());
});

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { APPLICATION_ID } from '../../src/database/database.ts';
import { choicesOf } from '../helpers/seeded.ts';
import { copied } from './checks/copied.ts';
import { openStorage } from './storage.ts';

const DAY_MS = 86_400_000;
const OPENING = Date.parse('2026-03-03T00:00:00.000Z');

/** What happens to the copies of a studio that does nothing else. */
const nights = async (seed: number, count: number): Promise<string[]> => {
  const storage = openStorage(choicesOf(seed));
  const db = new Database(':memory:', { strict: true });
  db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.run('create table appliance (name text primary key, value text)');
  const log: string[] = [];
  try {
    for (let night = 1; night <= count; night += 1) {
      const now = OPENING + night * DAY_MS;
      db.query('insert or replace into appliance values (?, ?)').run('night', `${night}`);
      const { said, mishaps } = await storage.night(db, now);
      log.push([said, ...mishaps].join(', '));
      const path = await storage.restore();
      if (path !== undefined) log.push('restored');
      expect([...storage.wrong(), ...copied(storage, now, said === 'done' && mishaps.length === 0)]).toEqual([]);
    }
    return log;
  } finally {
    db.close();
    storage.end();
  }
};

test('copies in a storage that misbehaves are whole in the end, and the same for the same seed', async () => {
  const [first, second] = [await nights(7, 40), await nights(7, 40)];
  expect(second).toEqual(first);
  const all = first.join('\n');
  for (const word of ['done', 'failed', 'killed', 'restored', 'cut', 'unheard']) expect(all).toContain(word);
}, 60_000);

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { checkZoneData } from '../../../src/cli/doctor/database.ts';
import type { CheckContext } from '../../../src/cli/doctor/finding.ts';
import { storeZoneRules } from '../../../src/database/zone-rules.ts';

const check = (now: string, context: Partial<CheckContext> = {}) =>
  checkZoneData({ db: undefined, now: Date.parse(now), isServed: false, ...context } as CheckContext);

test('the version of the rules is named', () => {
  expect(check('2026-11-27T12:00:00Z')).toMatchObject({ status: 'ok', message: expect.stringContaining('2026f') });
});

test('rules over a year old are warned about', () => {
  expect(check('2027-10-29T00:00:00Z').status).toBe('ok');
  const old = check('2027-10-30T12:00:00Z');
  expect([old.status, old.action]).toEqual(['warning', expect.stringContaining('tzdata')]);
  expect(old.message).toContain('2026f');
});

test('a server that computes with others since before they changed is to be started again', () => {
  const db = new Database(':memory:', { strict: true });
  db.run('create table appliance (name text primary key, value text); create table sites (timezone text)');
  const now = '2026-11-27T12:00:00Z';
  storeZoneRules(db, ['Europe/London'], Date.parse(now));
  expect(check(now, { db, isServed: true }).status).toBe('ok');
  db.run(`update appliance set value = json_set(value, '$.version', '2025b')`);
  const served = check(now, { db, isServed: true });
  expect(served).toMatchObject({ status: 'warning', action: expect.stringContaining("Restart 'studiod serve'") });
  expect(served.message).toContain('2025b');
  // The next start follows by itself.
  expect(check(now, { db }).status).toBe('ok');
});

import { expect, test } from 'bun:test';
import { validatorFor } from '../../src/http/validation.ts';
import { nullable, object, timeZone } from '../../src/kernel/schemas.ts';
import { MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['AMERICA/new_york', 'America/New_York'],
  ['america/port-au-prince', 'America/Port-au-Prince'],
  ['utc', 'UTC'],
  ['asia/calcutta', 'Asia/Calcutta'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
])('the time zone %s is stored as %s', (sent, spelled) => {
  const { isValid, stored } = validatorFor(timeZone());
  expect(isValid(sent)).toBe(true);
  expect(stored(sent)).toBe(spelled);
  expect(validatorFor(object({ zone: nullable(timeZone()) })).stored({ zone: sent })).toEqual({ zone: spelled });
});

test('answers have the spelling of the tz database, whatever was sent', async () => {
  const studio = await openStudio();
  const id = await addClient(studio, { timezone: 'AMERICA/new_york' });
  expect((await studio.get(`/v2/clients/${id}`)).body.timezone).toBe('America/New_York');
  const { length } = studio.events();
  const changed = await studio.patch(`/v2/clients/${id}`, { timezone: 'america/NEW_YORK' });
  expect(changed).toMatchObject({ status: 200, body: { timezone: 'America/New_York' } });
  expect(studio.events().slice(length)).toEqual([]);
  const site = await studio.post('/v2/sites', { name: 'North', timezone: 'europe/berlin' });
  expect(site).toMatchObject({ status: 201, body: { timezone: 'Europe/Berlin' } });
  const times = { startDate: '2026-03-02', startTime: '18:00', durationMinutes: 60, horizonDays: 7 };
  const schedule = {
    name: 'Yoga',
    siteId: MAIN_SITE,
    capacity: 10,
    ...times,
    recurrenceRule: { frequency: 'daily' },
    timezone: 'europe/berlin',
  };
  expect(await studio.post('/v2/schedules', schedule)).toMatchObject({
    status: 201,
    body: { timezone: 'Europe/Berlin' },
  });
  const wrong = await studio.patch(`/v2/clients/${id}`, { timezone: 'America/Atlantis' });
  expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'timezone' } } });
});

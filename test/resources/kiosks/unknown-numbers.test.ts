import { expect, test } from 'bun:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { addKiosk } from '../../helpers/kiosks.ts';

const studio = forEachTest(openStudio);

/** A kiosk at a site with somebody who is expected, and a member who has no seat today. */
const openDoor = async () => {
  const expected = await addClient(studio, { firstName: 'Ann', fobNumber: '700', barcode: 'A-700' });
  await addClient(studio, { firstName: 'Bo', fobNumber: '701', email: 'bo@example.com' });
  await addBooking(studio, expected, await addSession(studio, { startsIn: HOUR_MS }));
  const { headers } = await addKiosk(studio);
  studio.events();
  const scan = async (number: object): Promise<unknown[]> => {
    const { status, body } = await studio.post('/manage/kiosk/check-in', number, headers);
    return [status, body.result, body.firstName];
  };
  return { scan };
};

const SEE_DESK = [201, 'see_desk', null];

test('after many unknown numbers, a kiosk lets in and names only who is expected', async () => {
  const { scan } = await openDoor();
  for (let number = 0; number < 14; number += 1) expect(await scan({ fobNumber: `${number}` })).toEqual(SEE_DESK);
  // A queue with a few unknown fobs goes on.
  expect(await scan({ fobNumber: '701' })).toEqual([201, 'in', 'Bo']);
  expect(await scan({ barcode: 'none' })).toEqual(SEE_DESK);
  studio.events();
  expect(await scan({ fobNumber: '701' })).toEqual(SEE_DESK);
  expect(studio.events()).toEqual([]);
  expect(await scan({ fobNumber: '700' })).toEqual([201, 'in', 'Ann']);
  expect(await scan({ barcode: 'A-700' })).toEqual([201, 'already_in', 'Ann']);
  await studio.time.moveTo(studio.time.now() + 2 * MINUTE_MS);
  expect((await scan({ fobNumber: '701' })).slice(0, 2)).toEqual([201, 'in']);
});

test('each kiosk counts for itself', async () => {
  const { scan } = await openDoor();
  for (let number = 0; number < 16; number += 1) await scan({ fobNumber: `${number}` });
  const other = await addKiosk(studio);
  const { body } = await studio.post('/manage/kiosk/check-in', { fobNumber: '701' }, other.headers);
  expect([body.result, body.firstName]).toEqual(['in', 'Bo']);
});

test('the name of someone who is expected is not an unknown number', async () => {
  const { scan } = await openDoor();
  for (let time = 0; time < 16; time += 1) expect(await scan({ code: 'ann' })).toEqual(SEE_DESK);
  expect(await scan({ code: '701' })).toEqual([201, 'in', 'Bo']);
});

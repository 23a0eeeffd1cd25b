import { beforeEach, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { type ApiResponse, forEachTest } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { addKiosk } from '../../helpers/kiosks.ts';
import { openGuestStudio } from '../guests/set-up.ts';

const EMAIL = 'jo@guests.example';

let kiosk: Awaited<ReturnType<typeof addKiosk>>;
const studio = forEachTest(() => openGuestStudio({ checkInOpensMinutesBefore: 120 }));
beforeEach(async () => {
  kiosk = await addKiosk(studio);
});

const arrivals = async (q: string): Promise<ApiResponse['body'][]> =>
  (await studio.get(`/manage/kiosk/arrivals?q=${q}`, kiosk.headers)).body.arrivals;
const checkIn = async (bookingId: string): Promise<ApiResponse['body']> =>
  (await studio.post('/manage/kiosk/check-in', { bookingId }, kiosk.headers)).body;
const hostNow = async () => studio.host({ sessionId: await addSession(studio, { startsIn: HOUR_MS }) });

test('a guest comes in by the first name, and one tap of the host lets the guests in', async () => {
  const host = await hostNow();
  const ids: string[] = [];
  for (const firstName of ['Jo', 'Kim']) ids.push((await host.bring({ firstName, payment: 'pass' })).body.id);
  const [jo = '', kim = ''] = ids;
  expect(await arrivals('jo')).toMatchObject([{ bookingId: jo, firstName: 'Jo', initial: '', isHere: false }]);
  expect(await checkIn(jo)).toMatchObject({ result: 'in', firstName: 'Jo', household: [] });
  const { result, household } = await checkIn(host.bookingId);
  expect([result, household]).toMatchObject(['in', [{ bookingId: kim, firstName: 'Kim' }]]);
  expect(await checkIn(kim)).toMatchObject({ result: 'in', firstName: 'Kim' });
  for (const id of ids) expect((await studio.bookingOf(id)).status).toBe('attended');
});

test('what the studio knows of the address, no one learns at the door', async () => {
  const shown = async (email: string) => {
    const host = await hostNow();
    const { body } = await host.bring({ email });
    const { household } = await checkIn(host.bookingId);
    const named = (each: ApiResponse['body']) => [each.firstName, each.initial];
    const found = [await arrivals('jo'), await arrivals('joanna'), await arrivals('private')].map((all) =>
      all.filter(({ bookingId }) => bookingId === body.id).map(named),
    );
    return { found, household: household.map(named), said: (await checkIn(body.id)).firstName };
  };
  await addClient(studio, { email: EMAIL, firstName: 'Joanna', lastName: 'Private' });
  const stranger = await shown('stranger@guests.example');
  expect(stranger).toEqual({ found: [[['Jo', '']], [], []], household: [['Jo', '']], said: 'Jo' });
  expect(await shown(EMAIL)).toEqual(stranger);
});

test('a client who is brought is welcomed by their own name at their own card', async () => {
  await addClient(studio, { email: EMAIL, firstName: 'Joanna', barcode: 'B-7' });
  const host = await hostNow();
  await host.bring({ email: EMAIL });
  const { body } = await studio.post('/manage/kiosk/check-in', { barcode: 'B-7' }, kiosk.headers);
  expect(body).toMatchObject({ result: 'in', firstName: 'Joanna' });
});

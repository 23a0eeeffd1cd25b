import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { signedIn } from '../../helpers/people.ts';

const studio = forEachTest(openStudio);
let clientId: string;
let bookingId: string;
let desk: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  clientId = await addClient(studio);
  bookingId = await addBooking(studio, clientId, await addSession(studio, { startsIn: HOUR_MS }));
  desk = await signedIn(studio, { role: 'front_desk' });
});

const checkins = async (query = '') => (await studio.get(`/v2/checkins?include_count=true${query}`)).body;

describe('check-ins at the desk', () => {
  test('say who made them, and events say staff', async () => {
    await studio.post(`/v2/bookings/${bookingId}/checkin`, {}, desk.headers);
    const created = studio.eventsInFull().find(({ type }) => type === 'checkin.created');
    expect(created?.data.source).toBe('STAFF');
    expect((await checkins()).data).toMatchObject([{ source: 'staff', checkedInByStaffId: desk.id, bookingId }]);
  });

  test('of a program stay what they were: nobody made them', async () => {
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`));
    expect((await checkins()).data).toMatchObject([{ source: 'api', checkedInByStaffId: null }]);
  });

  test('without a booking name the person too', async () => {
    const body = { clientId: await addClient(studio), locationId: MAIN_SITE, source: 'staff' };
    const made = await studio.post('/v2/checkins', body, desk.headers);
    expect(made.body).toMatchObject({ source: 'staff', checkedInByStaffId: desk.id });
  });

  test('that are undone are not among the refused ones', async () => {
    await studio.given(studio.post(`/v2/bookings/${bookingId}/checkin`, {}, desk.headers));
    await studio.given(studio.post(`/manage/bookings/${bookingId}/undo`, undefined, desk.headers));
    const suspended = await addClient(studio);
    await studio.given(studio.patch(`/v2/clients/${suspended}`, { status: 'suspended' }));
    await studio.given(studio.post('/v2/checkins', { clientId: suspended, locationId: MAIN_SITE }));
    const counted = async (status: string) => {
      const { data, total } = await checkins(`&status=${status}`);
      return [data.map(({ statusCode }: { statusCode: string }) => statusCode), total.count];
    };
    expect(await counted('invalid')).toEqual([['suspended', 'undone'], 2]);
    expect(await counted('refused')).toEqual([['suspended'], 1]);
    expect(await counted('undone')).toEqual([['undone'], 1]);
    expect(await counted('valid')).toEqual([[], 0]);
  });
});

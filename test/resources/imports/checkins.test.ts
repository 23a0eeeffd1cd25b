import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { createClient, UNKNOWN } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from './set-up.ts';

let ann: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  ann = await createClient(studio, { externalId: 'ann' });
});

const at = (day: number, hour = 12): string => `2026-02-0${day}T${hour}:00:00.000Z`;
const statsOf = async () => (await studio.get(`/v2/clients/${ann}`)).body.stats;

describe('check-ins', () => {
  test('200 visits of another system, one for each site and local day; found again, and never changed', async () => {
    const file = [
      'externalId,clientExternalId,checkedInAt,source,statusCode',
      `a,ann,${at(1)},access_control,`,
      `b,ann,${at(1, 15)},kiosk,`,
      `c,ann,${at(2)},,`,
      `d,ann,${at(3)},,no_active_package`,
    ].join('\n');
    expect(await imported(studio, 'checkins', file)).toMatchObject({ created: 4 });
    expect(await statsOf()).toMatchObject({ visits: 2, firstVisitAt: at(1), lastVisitAt: at(2) });
    const { data } = (await studio.get(`/v2/checkins?client_id=${ann}`)).body;
    expect(data).toMatchObject([
      { externalId: 'd', status: 'invalid', statusCode: 'no_active_package', createdAt: at(3) },
      { externalId: 'c', status: 'valid', source: 'api', siteId: MAIN_SITE, type: 'general' },
      { externalId: 'b', source: 'kiosk' },
      { externalId: 'a', source: 'access_control', checkedInAt: at(1), message: 'Checked in.' },
    ]);
    expect(await imported(studio, 'checkins', file)).toMatchObject({ unchanged: 4 });
    const changed = file.replace('kiosk', 'staff');
    expect(complaints(await importFile(studio, 'checkins', changed))).toEqual(['3 source parameter_invalid']);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('200 of a booking: its session, and no visit of its own', async () => {
    const sessionId = await addSession(studio);
    const bookingId = await addBooking(studio, ann, sessionId);
    await imported(studio, 'checkins', [{ externalId: 'a', clientId: ann, bookingId, checkedInAt: at(1) }]);
    const { data } = (await studio.get(`/v2/checkins?client_id=${ann}`)).body;
    expect(data[0]).toMatchObject({ bookingId, sessionId, type: 'session' });
    expect((await statsOf()).visits).toBe(0);
  });

  test('200 with who checked the client in, and who let them in; words about an erased client 409', async () => {
    const override = { at: at(1), staffId: UNKNOWN, reason: 'Paid', statusCode: 'expired', message: 'Expired.' };
    const row = { externalId: 'a', clientId: ann, checkedInAt: at(1), checkedInByStaffId: UNKNOWN, override };
    expect(await imported(studio, 'checkins', [row])).toMatchObject({ created: 1 });
    const { data } = (await studio.get(`/v2/checkins?client_id=${ann}`)).body;
    expect(data).toMatchObject([{ checkedInByStaffId: UNKNOWN, override }]);
    expect(studio.events()).toEqual(['import.completed']);
    await studio.given(studio.post(`/manage/clients/${ann}/erase`, {}));
    expect(complaints(await importFile(studio, 'checkins', [{ ...row, externalId: 'b' }]))).toEqual([
      '1 null client_erased',
    ]);
  });

  test('400 each row that contradicts itself', async () => {
    const sessionId = await addSession(studio);
    const other = await addSession(studio, { name: 'Other' });
    const bookingId = await addBooking(studio, ann, sessionId);
    const bob = await createClient(studio);
    const rows = [
      { clientId: ann, checkedInAt: at(1) },
      { externalId: '2', clientId: ann },
      { externalId: '3', checkedInAt: at(1) },
      { externalId: '4', clientId: bob, checkedInAt: at(1), bookingId },
      { externalId: '5', clientId: ann, checkedInAt: at(1), bookingId, sessionId: other },
      { externalId: '6', clientId: ann, checkedInAt: at(1), sessionId: UNKNOWN },
      { externalId: '7', clientId: ann, checkedInAt: at(1), status: 'valid', statusCode: 'expired' },
      { externalId: '8', clientId: ann, checkedInAt: at(1), isVisit: true, isReEntry: true },
      { externalId: '9', clientId: ann, checkedInAt: '2027-01-01T00:00:00Z' },
    ];
    expect(complaints(await importFile(studio, 'checkins', rows))).toEqual([
      '1 externalId parameter_missing',
      '2 checkedInAt parameter_missing',
      '3 clientId parameter_missing',
      '4 bookingId parameter_invalid',
      '5 sessionId parameter_invalid',
      '6 sessionId resource_missing',
      '7 statusCode parameter_invalid',
      '8 isVisit parameter_invalid',
      '9 createdAt parameter_invalid',
    ]);
    expect((await statsOf()).visits).toBe(0);
    expect(studio.events()).toEqual([]);
  });
});

describe('member links', () => {
  const link = (subject: string) => ({ clientExternalId: 'ann', issuer: 'https://id.example/', subject });

  test('200 by issuer and subject, found again; 400 of another client', async () => {
    expect(await imported(studio, 'member_links', [link('1'), link('2')])).toMatchObject({ created: 2 });
    expect((await studio.get(`/manage/member-links?client_id=${ann}`)).body.data).toMatchObject([
      { subject: '2', issuer: 'https://id.example' },
      { subject: '1', issuer: 'https://id.example' },
    ]);
    const file = 'clientExternalId,issuer,subject\nann,https://id.example,1\n';
    expect(await imported(studio, 'member_links', file)).toMatchObject({ unchanged: 1 });
    const bob = await createClient(studio);
    const other = { clientId: bob, issuer: 'https://id.example', subject: '1' };
    expect(complaints(await importFile(studio, 'member_links', [other, { clientId: bob }]))).toEqual([
      '1 clientId parameter_invalid',
      '2 issuer parameter_missing',
      '2 subject parameter_missing',
    ]);
  });
});

describe('offers', () => {
  test('200 of another system holds a seat; 400 a held credit without one; 409 without a free seat', async () => {
    const sessionId = await addSession(studio, { capacity: 1 });
    const waitlist = { joinedAt: at(1), offeredAt: at(2), offerExpiresAt: '2026-03-02T10:00:00.000Z' };
    const offered = (clientId: string, externalId: string) => ({
      externalId,
      clientId,
      sessionId,
      status: 'waitlisted',
      waitlist,
    });
    const bob = await createClient(studio);
    const held = { ...offered(ann, 'c'), creditOutcome: 'held', waitlist: { joinedAt: at(1) } };
    expect(complaints(await importFile(studio, 'bookings', [held]))).toEqual(['1 creditOutcome parameter_invalid']);
    expect(complaints(await importFile(studio, 'bookings', [offered(ann, 'a'), offered(bob, 'b')]))).toEqual([
      '2 null session_full',
    ]);
    await imported(studio, 'bookings', [offered(ann, 'a')]);
    const session = async () => (await studio.get(`/v2/sessions/${sessionId}`)).body;
    expect(await session()).toMatchObject({ availableSpots: 0, waitlistCount: 1 });
    // It ends by itself.
    await studio.time.moveTo(Date.parse(waitlist.offerExpiresAt));
    expect(await session()).toMatchObject({ availableSpots: 1, waitlistCount: 1 });
  });
});

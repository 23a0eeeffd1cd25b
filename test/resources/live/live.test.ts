import { afterEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { signedIn } from '../../helpers/people.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const PATH = `/manage/live?location_id=${MAIN_SITE}`;
const studio = forEachTest(openStudio);

const streams: { close(): Promise<void> }[] = [];
const open = async (headers?: Record<string, string>, path = PATH) => {
  const stream = await openStream(studio, path, headers);
  streams.push(stream);
  return stream;
};
afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.close();
});
const lastEvent = () => (studio.db.query('select max(id) as id from events').get() as { id: string }).id;

describe('a stream', () => {
  test('begins with the last event, and tells what changes with its ids and version', async () => {
    const clientId = await addClient(studio);
    const sessionId = await addSession(studio);
    const stream = await open();
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(await stream.next()).toEqual({ id: lastEvent(), event: 'ready', data: { object: 'live' } });
    const { body } = await studio.post('/v2/bookings', { clientId, sessionId });
    const message = await stream.next();
    expect(message).toEqual({
      id: lastEvent(),
      data: {
        id: lastEvent(),
        type: 'booking.created',
        version: body.updatedAt,
        bookingId: body.id,
        clientId,
        sessionId,
        siteId: MAIN_SITE,
      },
    });
    await studio.post(`/v2/bookings/${body.id}/checkin`);
    const types = [await stream.next(), await stream.next()].map((each) => each?.data.type);
    expect(types).toEqual(['checkin.created', 'booking.checked_in']);
    expect(JSON.stringify(message)).not.toContain('CONFIRMED');
  });

  test('goes on after Last-Event-ID', async () => {
    await addClient(studio);
    const seen = lastEvent();
    const missed = [await addClient(studio), await addClient(studio)];
    const stream = await open({ 'last-event-id': seen });
    expect((await stream.next())?.event).toBe('ready');
    for (const clientId of missed) {
      expect((await stream.next())?.data).toMatchObject({ type: 'client.created', clientId });
    }
    const latest = await addClient(studio);
    expect((await stream.next())?.data.clientId).toBe(latest);
    const same = await open({ 'last-event-id': lastEvent() });
    expect((await same.next())?.event).toBe('ready');
    const next = await addClient(studio);
    expect((await same.next())?.data.clientId).toBe(next);
  });

  test('asks to read everything anew after an event that is gone, or after too many', async () => {
    await addClient(studio);
    const seen = lastEvent();
    const insert = studio.db.query('insert into events (id, type, siteId, createdAt, body) values (?, ?, ?, ?, ?)');
    for (let count = 0; count <= 500; count += 1) {
      insert.run(`evt_f${String(count).padStart(4, '0')}`, 'client.updated', MAIN_SITE, '2026-03-02', '{"data":{}}');
    }
    for (const id of [seen, `evt_${UNKNOWN}`, 'nothing']) {
      const stream = await open({ 'last-event-id': id });
      expect((await stream.next())?.event).toBe('ready');
      expect(await stream.next()).toEqual({ event: 'reset', data: {} });
    }
  });

  test('tells nothing of another site', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const here = await open();
    const all = await open(undefined, '/manage/live');
    const elsewhere = await studio.withKey({ siteIds: [other] });
    const there = await open(elsewhere, '/manage/live');
    for (const stream of [here, all, there]) await stream.next();
    const visitor = await addClient(studio, { homeLocationId: other });
    const member = await addClient(studio);
    expect((await there.next())?.data.clientId).toBe(visitor);
    expect((await here.next())?.data.clientId).toBe(member);
    expect((await all.next())?.data.clientId).toBe(visitor);
    expect((await all.next())?.data.clientId).toBe(member);
    const { status, body } = await studio.get(PATH, elsewhere);
    expect([status, body.error.code]).toEqual([403, 'site_not_allowed']);
    expect((await studio.get(`/manage/live?location_id=${UNKNOWN}`)).status).toBe(400);
  });

  test('tells only events whose records the caller may read, and an instructor what is on own rosters', async () => {
    const { id, headers } = await addStaffKey(studio, { role: 'instructor' });
    const [own, other] = [await addSession(studio, { instructorId: id }), await addSession(studio)];
    const clientId = await addClient(studio);
    const instructor = await open(headers);
    const integration = await open(await studio.withKey({ scopes: ['manage'] }));
    for (const stream of [instructor, integration]) await stream.next();
    await addBooking(studio, clientId, other);
    const bookingId = await addBooking(studio, clientId, own);
    await addClient(studio);
    await studio.given(studio.post(`/manage/sessions/${other}/cancel`));
    expect((await instructor.next())?.data).toMatchObject({ type: 'booking.created', bookingId });
    expect((await instructor.next())?.data).toMatchObject({ type: 'session.cancelled', sessionId: other });
    const events = [
      await integration.next(),
      await integration.next(),
      await integration.next(),
      await integration.next(),
    ];
    expect(events.map((each) => each?.data.type).sort()).toEqual([
      'booking.cancelled',
      'booking.created',
      'booking.created',
      'session.cancelled',
    ]);
  });

  test('ends when its credential ends, before it tells anything more', async () => {
    const { body } = await studio.post('/manage/api-keys', { name: 'Desk', scopes: ['*'] });
    const stream = await open({ 'x-service-api-key': body.key });
    await stream.next();
    await studio.given(studio.post(`/manage/api-keys/${body.id}/revoke`));
    await addClient(studio);
    expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'signed_out' } });
    expect(await stream.next()).toBeUndefined();
  });

  test('ends when the role or the sites of its person change', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const changes = [
      { role: 'front_desk' },
      { siteIds: [other] },
      { permissionOverrides: { revoke: ['clients:read'] } },
    ];
    for (const change of changes) {
      const { id, headers } = await addStaffKey(studio, { role: 'manager' });
      const stream = await open(headers);
      await stream.next();
      await studio.given(studio.patch(`/v2/staff/${id}`, change));
      await addClient(studio);
      expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'rights_changed' } });
    }
    const { id, headers } = await addStaffKey(studio, { role: 'manager' });
    const stream = await open(headers);
    await stream.next();
    await studio.given(studio.patch(`/v2/staff/${id}`, { permissionOverrides: { revoke: ['sessions:read'] } }));
    expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'signed_out' } });
  });

  test('ends when its person signs out, and is no use of the session', async () => {
    const { headers, sessionId } = await signedIn(studio, { role: 'front_desk' });
    const seen = () => studio.db.query('select lastSeenAt from staffSessions where id = ?').get(sessionId);
    await studio.time.moveTo(studio.time.now() + 600_000);
    const before = seen();
    const stream = await open(headers);
    await stream.next();
    const clientId = await addClient(studio);
    expect((await stream.next())?.data.clientId).toBe(clientId);
    expect(seen()).toEqual(before);
    await studio.given(studio.post('/manage/auth/sign-out', undefined, headers));
    await addClient(studio);
    expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'signed_out' } });
  });

  test('is refused when the credential has too many, and not to others', async () => {
    for (let count = 0; count < 12; count += 1) await open();
    const refused = await studio.get(PATH);
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '20',
    ]);
    await open(await studio.withKey({}));
    await streams[0]?.close();
    await open();
  });

  test('ends when the server stops', async () => {
    const stream = await open();
    await stream.next();
    await studio.app.stop();
    expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'stopping' } });
    expect(await stream.next()).toBeUndefined();
  });

  test('changes nothing', async () => {
    studio.events();
    await (await open()).next();
    expect(studio.events()).toEqual([]);
    expect(studio.count("auditLog where type = 'streamChanges'")).toBe(0);
  });
});

test('HEAD answers at once, without a stream', async () => {
  const response = await studio.app.fetch(
    new Request('http://localhost/manage/live', { method: 'HEAD', headers: await studio.withKey({}) }),
  );
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await response.text()).toBe('');
});

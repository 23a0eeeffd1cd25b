import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () =>
  studio.signIn(await addClient(studio, { firstName: 'Ann', lastName: 'Lee', homeLocationId: MAIN_SITE })),
);
beforeEach(async () => {
  await studio.given(member.get('/profile'));
});

const ask = () => member.post('/erasure');
const withdraw = () => member.send('DELETE', '/erasure');
const decline = (body?: object) => studio.post(`/manage/clients/${member.id}/decline-erasure`, body);
const seen = async () => (await studio.get(`/manage/clients/${member.id}/erasure-request`)).body;
const decisions = async () =>
  (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions.filter(
    ({ type }: { type: string }) => type === 'erasure',
  );
const requestedAt = '2026-03-02T08:00:00.000Z';

describe('a member who wants to be erased', () => {
  test('200 asks once: the desk has a decision, nothing else changes', async () => {
    expect((await member.get('/erasure')).body).toEqual({
      object: 'erasure_request',
      clientId: member.id,
      status: 'none',
      requestedAt: null,
      decidedAt: null,
      reason: null,
    });
    const { status, body } = await ask();
    expect([status, body.status, body.requestedAt]).toEqual([200, 'requested', requestedAt]);
    expect(studio.eventsInFull()).toMatchObject([
      { type: 'client.erasure_requested', data: { clientId: member.id, requestedAt, siteId: MAIN_SITE } },
    ]);
    expect((await ask()).body).toEqual(body);
    expect(await seen()).toEqual(body);
    expect(studio.events()).toEqual([]);
    expect(await decisions()).toMatchObject([
      {
        id: `erasure:${member.id}`,
        title: 'Ann Lee',
        people: [{ clientId: member.id, name: 'Ann Lee' }],
        actions: ['eraseClient', 'declineErasure'],
      },
    ]);
    expect((await member.get('/profile')).status).toBe(200);
  });

  test('200 takes it back, also where there is nothing to take back', async () => {
    await studio.given(ask());
    expect((await withdraw()).body).toMatchObject({ status: 'none', requestedAt: null });
    expect(studio.events()).toEqual(['client.erasure_withdrawn']);
    expect((await withdraw()).status).toBe(200);
    expect([studio.events(), await decisions()]).toEqual([[], []]);
  });

  test('200 is declined with a reason, and may ask again', async () => {
    await studio.given(ask());
    const { status, body } = await decline({ reason: 'A payment is open.' });
    expect([status, body.status, body.reason, body.decidedAt]).toEqual([
      200,
      'declined',
      'A payment is open.',
      requestedAt,
    ]);
    expect(studio.events()).toEqual(['client.erasure_declined']);
    expect((await member.get('/erasure')).body).toEqual(body);
    expect(await decisions()).toEqual([]);
    // What was decided is not taken back.
    expect((await withdraw()).body.status).toBe('declined');
    expect((await ask()).body).toMatchObject({ status: 'requested', decidedAt: null, reason: null });
    expect(studio.events()).toEqual(['client.erasure_requested']);
  });

  test('200 is erased, and the request goes with the rest', async () => {
    await studio.given(ask());
    await studio.given(studio.post(`/manage/clients/${member.id}/erase`));
    expect([studio.count('erasureRequests'), (await seen()).status, await decisions()]).toEqual([0, 'none', []]);
    expect((await member.get('/erasure')).status).toBe(403);
  });

  test('409 without a request; 404 elsewhere; 403 for who may not erase', async () => {
    expect(errorOf(await decline())).toEqual([409, 'erasure_not_requested']);
    await studio.given(ask());
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const byDesk = await studio.post(`/manage/clients/${member.id}/decline-erasure`, {}, desk.headers);
    expect(errorOf(byDesk)).toEqual([403, 'permission_denied']);
    const { id } = (await studio.post('/v2/sites', { name: 'Other' })).body;
    const elsewhere = { 'x-service-api-key': await studio.makeKey({ siteIds: [id] }) };
    studio.events();
    expect((await studio.post(`/manage/clients/${member.id}/decline-erasure`, {}, elsewhere)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });
});

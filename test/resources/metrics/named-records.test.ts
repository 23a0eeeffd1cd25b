import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openMetrics } from './set-up.ts';

let squat: string;
let uptown: string;
const open = forEachTest(openMetrics);
beforeEach(async () => {
  squat = await open.addMetric();
  uptown = (await open.studio.given(open.studio.post('/v2/sites', { name: 'Uptown' }))).id;
});

const post = (fields: object) => open.send('POST', '/entries', { contentEntryId: squat, value: 100, ...fields });

/** The response to an entry that names a record which the member does not see, without what differs in each response. */
const refusal = async (method: string, path: string, fields: Record<string, string>) => {
  const { status, body } = await open.send(method, path, { value: 100, ...fields });
  const { requestId: _requestId, ...error } = body.error;
  const text = JSON.stringify({ status, error });
  return Object.values(fields).reduce((known, id) => known.replaceAll(id, '<id>'), text);
};

const refused = (fields: Record<string, string>) => refusal('POST', '/entries', { contentEntryId: squat, ...fields });

describe('the session of an entry', () => {
  test('400 resource_missing, as for an unknown one: of another site, and a private one', async () => {
    const elsewhere = await addSession(open.studio, { siteId: uptown });
    const hidden = await addSession(open.studio, { isPrivate: 1 });
    const unknown = await refused({ sessionId: UNKNOWN });
    expect(unknown).toContain('"param":"sessionId","code":"resource_missing"');
    expect([await refused({ sessionId: elsewhere }), await refused({ sessionId: hidden })]).toEqual([unknown, unknown]);
    const { id } = await open.studio.given(open.record(squat, 90));
    const path = `/entries/${id}`;
    const onPut = await refusal('PUT', path, { sessionId: UNKNOWN });
    expect(await refusal('PUT', path, { sessionId: elsewhere })).toBe(onPut);
    expect(open.studio.events()).toEqual([]);
  });

  test('201 one of the timetable, and one that the member has booked or checked in to, wherever it is', async () => {
    const here = await addSession(open.studio);
    const booked = await addSession(open.studio, { siteId: uptown, isPrivate: 1 });
    await addBooking(open.studio, open.clientId, booked);
    const visited = await addSession(open.studio, { siteId: uptown, startsIn: 60_000 });
    const body = { clientId: open.clientId, locationId: uptown, sessionId: visited };
    expect((await open.studio.post('/v2/checkins', body)).body.status).toBe('valid');
    open.studio.events();
    for (const sessionId of [here, booked, visited]) {
      const response = await post({ sessionId });
      expect([response.status, response.body.sessionId]).toEqual([201, sessionId]);
    }
    expect(open.studio.events().filter((type) => type === 'metric.recorded')).toHaveLength(3);
  });

  test('200 one that the entry has already stays, also when the member sees it no longer', async () => {
    const sessionId = await addSession(open.studio, { siteId: uptown });
    const booking = await addBooking(open.studio, open.clientId, sessionId);
    const { id } = await open.record(squat, 90, { sessionId });
    await open.studio.given(open.studio.post(`/v2/bookings/${booking}/cancel`));
    const put = await open.send('PUT', `/entries/${id}`, { value: 91, sessionId });
    expect([put.status, put.body.sessionId]).toEqual([200, sessionId]);
    expect(open.studio.events()).toEqual([]);
  });
});

describe('the challenge of an entry', () => {
  test('400 resource_missing, as for an unknown one: of another site than the home', async () => {
    const elsewhere = await open.studio.given(addChallenge(open.studio, { siteIds: [uptown] }));
    expect(await refused({ challengeId: elsewhere })).toBe(await refused({ challengeId: UNKNOWN }));
    expect(open.studio.events()).toEqual([]);
  });

  test('201 one of the home site or of all, and one in which the member is enrolled, also after moving away', async () => {
    const here = await addChallenge(open.studio);
    const there = await addChallenge(open.studio, { siteIds: [uptown] });
    await open.studio.patch(`/v2/clients/${open.clientId}`, { homeLocationId: uptown });
    const enrolled = await open.studio.post(`/v2/member/challenges/${there}/enroll`, ACCEPT, {
      'x-client-id': open.clientId,
    });
    expect(enrolled.status).toBe(201);
    const { body: third } = await open.studio.post('/v2/sites', { name: 'Third' });
    await open.studio.patch(`/v2/clients/${open.clientId}`, { homeLocationId: third.id });
    for (const challengeId of [here, there]) {
      const response = await post({ challengeId });
      expect([response.status, response.body.challengeId]).toEqual([201, challengeId]);
    }
  });
});

test('400 resource_missing also for staff who enter a value for a member', async () => {
  const sessionId = await addSession(open.studio, { siteId: uptown });
  const clientId = await addClient(open.studio);
  const body = { contentEntryId: squat, value: 80, source: 'staff', sessionId };
  const response = await open.studio.post('/v2/member/metrics/entries', body, { 'x-client-id': clientId });
  expect([response.status, response.body.error.param]).toEqual([400, 'sessionId']);
});

import { expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

/** The Kelvin sign, of which toLowerCase() and NFC make a k. */
const LOOK_ALIKE = '\u212aate@x.example';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await addClient(studio, { email: 'Kate@x.example' }) }));

const list = (email: string) => studio.get(`/v2/clients?email=${encodeURIComponent(email)}`);

test('200 and 409 the email in another case is the same', async () => {
  expect((await list('KATE@X.example')).body.data).toMatchObject([{ id: ann.id, email: 'kate@x.example' }]);
  const checkedIn = await studio.post('/v2/checkins', { email: 'KATE@x.example', siteId: MAIN_SITE });
  expect(checkedIn.body.clientId).toBe(ann.id);
  const taken = await studio.post('/v2/clients', { firstName: 'A', lastName: 'B', email: 'KatE@x.example' });
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'client_email_exists' } } });
});

test('400 an email that only looks like the email of a client, wherever it is sent', async () => {
  const { length } = studio.events();
  const person = { firstName: 'A', lastName: 'B', email: LOOK_ALIKE };
  const answers = [
    await list(LOOK_ALIKE),
    await studio.post('/v2/clients', person),
    await studio.patch(`/v2/clients/${ann.id}`, { email: LOOK_ALIKE }),
    await studio.post('/v2/checkins', { email: LOOK_ALIKE, siteId: MAIN_SITE }),
    await studio.post('/v2/staff', person),
    await studio.post('/manage/imports?family=clients', [person]),
  ];
  for (const { status, body } of answers) {
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('must be an email address')]);
  }
  expect(studio.events().slice(length)).toEqual([]);
});

test('201 an email with a letter whose lower case is that of another letter is another email', async () => {
  const sent = { firstName: 'A', lastName: 'B' };
  const [first, second] = ['stra\u00dfe@x.example', 'stra\u1e9ee@x.example'];
  expect((await studio.post('/v2/clients', { ...sent, email: first })).body.email).toBe(first);
  expect((await studio.post('/v2/clients', { ...sent, email: second })).body.email).toBe(second);
  expect((await list(second)).body.data).toMatchObject([{ email: second }]);
});

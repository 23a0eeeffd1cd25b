import { describe, expect, test } from 'bun:test';
import type { Person } from '../../../src/auth/members/id-tokens.ts';
import { linkingOf } from '../../../src/resources/member-links/sign-in.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await addClient(studio) }));

const ISSUER = 'https://login.example';
const linking = linkingOf(() => false);
const link = (body: object = {}, headers?: Record<string, string>) =>
  studio.post('/manage/member-links', { clientId: ann.id, issuer: `${ISSUER}/`, subject: 'ada', ...body }, headers);

test('201 a link, stored without the slash at the end of its issuer; the same request again returns it', async () => {
  const { status, body } = await link();
  expect(status).toBe(201);
  expect(body).toMatchObject({ object: 'member_link', clientId: ann.id, issuer: ISSUER, subject: 'ada' });
  expect((await link()).body).toEqual(body);
  expect((await studio.get(`/manage/member-links/${body.id}`)).body).toEqual(body);
  expect(studio.events()).toEqual([]);
});

test('200 a client may have several links', async () => {
  await link();
  await link({ subject: 'ada-2' });
  await link({ clientId: await addClient(studio), subject: 'ben' });
  const { data } = (await studio.get(`/manage/member-links?client_id=${ann.id}`)).body;
  expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(['ada-2', 'ada']);
  expect((await studio.get('/manage/member-links')).body.data).toHaveLength(3);
});

test('400 an unknown client, one of another site, a subject of another client', async () => {
  expect((await link({ clientId: MAIN_SITE })).body.error).toMatchObject({
    code: 'resource_missing',
    param: 'clientId',
  });
  const north = (await studio.post('/v2/sites', { name: 'North' })).body.id;
  const local = await studio.withKey({ siteIds: [north] });
  expect((await link({}, local)).body.error.code).toBe('resource_missing');
  const { id } = (await link()).body;
  const taken = await link({ clientId: await addClient(studio) });
  expect(taken).toMatchObject({
    status: 400,
    body: { error: { param: 'subject', message: expect.stringContaining(id) } },
  });
  expect((await studio.get(`/manage/member-links/${id}`, local)).status).toBe(404);
  expect((await studio.get('/manage/member-links', local)).body.data).toEqual([]);
});

test('200 DELETE deletes a link', async () => {
  const { id } = (await link()).body;
  expect((await studio.delete(`/manage/member-links/${id}`)).body).toEqual({
    id,
    object: 'member_link',
    deleted: true,
  });
  expect((await studio.delete(`/manage/member-links/${id}`)).status).toBe(404);
});

describe('self sign-up', () => {
  const signUp = async (given: Partial<Person>) => {
    await studio.patch('/v2/settings', { membership: { selfSignUp: true } });
    const noNames = { firstName: undefined, lastName: undefined, name: undefined };
    const person: Person = { issuer: ISSUER, subject: 'new', email: 'ada.park@example.com', ...noNames, ...given };
    await studio.store.write((tx) => linking.link(tx, person, MAIN_SITE));
    return (await studio.get('/v2/clients?email=ada.park@example.com')).body.data[0];
  };

  const names: readonly [string, Partial<Person>, string, string][] = [
    ['first and last name', { firstName: 'Ada', lastName: 'Park', name: 'Other Person' }, 'Ada', 'Park'],
    ['full name', { name: ' Ada  Lovelace Park ' }, 'Ada', 'Lovelace Park'],
    ['a name of one word', { name: 'Ada' }, 'Ada', ''],
    ['the email without a name', {}, 'ada.park', ''],
    ['cut to 100 characters', { firstName: 'A'.repeat(300), lastName: 'Park' }, 'A'.repeat(100), 'Park'],
    ['cut between characters', { firstName: `a${'😀'.repeat(120)}` }, `a${'😀'.repeat(99)}`, ''],
    ['not cut at 100 characters', { firstName: `a${'😀'.repeat(60)}` }, `a${'😀'.repeat(60)}`, ''],
    ['in NFC', { firstName: 'Zoe\u0301', name: 'Ine\u0301s Ve\u0301lez' }, 'Zo\u00e9', 'V\u00e9lez'],
    [
      'without one of which nothing is seen',
      { firstName: '\u200b', lastName: '\u3164', name: '\u2060 \u00ad' },
      'ada.park',
      '',
    ],
    ['without one that no body may have', { firstName: `e${'\u0301'.repeat(80)}`, name: 'A\u0000da' }, 'ada.park', ''],
  ];
  test.each(names)('the name of a new client: %s', async (_name, given, firstName, lastName) => {
    expect(await signUp(given)).toMatchObject({ firstName, lastName, leadSource: 'self sign-up' });
  });

  test('one client for an email in NFC and not in NFC', async () => {
    await signUp({ email: 'e\u0301@x.example' });
    await signUp({ subject: 'other', email: ' \u00c9@X.example' });
    const { data } = (await studio.get(`/v2/clients?email=${encodeURIComponent('\u00e9@x.example')}`)).body;
    expect(data).toMatchObject([{ email: '\u00e9@x.example' }]);
    expect((await studio.get('/v2/clients')).body.data).toHaveLength(2);
    const links = (await studio.get(`/manage/member-links?client_id=${data[0].id}`)).body.data;
    expect(links.map(({ subject }: { subject: string }) => subject)).toEqual(['other', 'new']);
    expect(studio.events()).toEqual(['settings.updated', 'client.created']);
  });

  test('a look-alike of the email of a client signs nobody in, and is no email of a new client', async () => {
    await addClient(studio, { email: 'kate@x.example' });
    const { length } = studio.events();
    const person = { issuer: ISSUER, subject: 'eve', email: '\u212aate@x.example', firstName: 'Eve' };
    const eve = { ...person, lastName: undefined, name: undefined };
    expect(studio.store.read((read) => linking.noClientReason(read, eve))).toBe('no_client_with_email');
    await signUp(eve);
    expect((await studio.get('/manage/member-links')).body.data).toEqual([]);
    expect((await studio.get('/v2/clients')).body.data).toHaveLength(2);
    expect(studio.events().slice(length)).toEqual(['settings.updated']);
  });

  test.each([
    ['no verified email', { email: undefined }],
    ['an email that no client can have', { email: 'no email' }],
    ['an email with a character that nobody sees', { email: 'ada.park\u200b@example.com' }],
  ])('makes no client: %s', async (_name, given) => {
    await signUp(given);
    expect((await studio.get('/v2/clients')).body.data).toHaveLength(1);
    expect((await studio.get('/manage/member-links')).body.data).toEqual([]);
  });
});

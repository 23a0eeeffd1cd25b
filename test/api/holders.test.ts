// Errors about a value that another record has: they name that record to nobody who may not read it.

import { beforeEach, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';

let uptown: string;
/** The headers of a key for the other site. */
let local: Record<string, string>;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  local = await withKey({ siteIds: [uptown] });
  studio.events();
});

const withKey = async (fields: object) => ({ 'x-service-api-key': await studio.makeKey(fields) });

/** The error, without the id of the request. */
const errorOf = async (
  method: string,
  path: string,
  body: object,
  headers?: Record<string, string>,
): Promise<unknown> => {
  const response = await studio.send(method, path, body, headers);
  const { requestId: _requestId, docUrl: _docUrl, type: _type, ...error } = response.body.error;
  return { status: response.status, ...error };
};

const wrong = (param: string, message: string, code = 'parameter_invalid') => ({
  status: 400,
  code,
  message,
  param,
  details: [{ param, code, message, reason: 'already_used' }],
});

test('400 a barcode or fob number of a client', async () => {
  const holder = await addClient(studio, { barcode: 'B1', fobNumber: 'F1' });
  const own = await addClient(studio, { homeLocationId: uptown });
  for (const [param, value] of Object.entries({ barcode: 'B1', fobNumber: 'F1' })) {
    const hidden = wrong(param, `The ${param} '${value}' belongs to another client. Use another one.`);
    const refused = (headers?: Record<string, string>) =>
      errorOf('PATCH', `/v2/clients/${own}`, { [param]: value }, headers);
    expect(await refused(local)).toEqual(hidden);
    const named = `The ${param} '${value}' belongs to the client '${holder}'. Use another one, or change that client.`;
    expect(await refused()).toEqual(wrong(param, named));
    // Who creates clients at the desk with this scope reads none.
    const walkIn = { firstName: 'Ann', lastName: 'Lee', [param]: value };
    expect(await errorOf('POST', '/manage/clients', walkIn, await withKey({ scopes: ['manage'] }))).toEqual(hidden);
  }
  expect(studio.events()).toEqual([]);
});

test('409 the email of a client names the client to everybody', async () => {
  const clientId = await addClient(studio, { email: 'ann@example.com' });
  const body = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', homeLocationId: uptown };
  expect(await errorOf('POST', '/v2/clients', body, local)).toMatchObject({
    status: 409,
    code: 'client_email_exists',
    details: [{ clientId }],
  });
  expect(studio.events()).toEqual([]);
});

test('409 the email of a staff member', async () => {
  const person = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com', role: 'instructor' };
  const { body: holder } = await studio.post('/v2/staff', { ...person, siteIds: [MAIN_SITE] });
  studio.events();
  const sent = { ...person, siteIds: [uptown] };
  const code = 'staff_email_exists';
  const hidden = "Another staff member has the email 'ada@example.com'. Send another email.";
  const named = `The staff member '${holder.id}' has the email 'ada@example.com'. Use that staff member, or send another email.`;
  const conflict = (message: string, more: object = {}) => ({
    status: 409,
    code,
    message,
    details: [{ param: 'email', code, message, ...more }],
  });
  expect(await errorOf('POST', '/v2/staff', sent, local)).toEqual(conflict(hidden));
  expect(await errorOf('POST', '/v2/staff', sent)).toEqual(conflict(named, { staffId: holder.id }));
  const { role: _role, ...instructor } = sent;
  const narrow = await withKey({ scopes: ['instructors:write'] });
  expect(await errorOf('POST', '/v2/instructors', instructor, narrow)).toEqual(conflict(hidden));
  expect(studio.events()).toEqual([]);
});

test('400 the code of a site names no other site', async () => {
  await studio.post('/v2/sites', { name: 'Harbour', code: 'H' });
  studio.events();
  const taken = wrong('code', "The code 'H' is used by another site. Choose another code.");
  for (const headers of [local, undefined]) {
    expect(await errorOf('PATCH', `/v2/sites/${uptown}`, { code: 'H' }, headers)).toEqual(taken);
  }
  expect(studio.events()).toEqual([]);
});

test('400 the subject of a link of a client', async () => {
  const link = (clientId: string) => ({ clientId, issuer: 'https://id.example.com', subject: 'ada' });
  const { body: holder } = await studio.post('/manage/member-links', link(await addClient(studio)));
  const own = link(await addClient(studio, { homeLocationId: uptown }));
  const hidden = 'This subject is linked to another client. Send another subject.';
  const named = `This subject is linked to another client with the link '${holder.id}'. Delete that link first.`;
  expect(await errorOf('POST', '/manage/member-links', own, local)).toEqual(wrong('subject', hidden));
  expect(await errorOf('POST', '/manage/member-links', own)).toEqual(wrong('subject', named));
  expect(studio.events()).toEqual([]);
});

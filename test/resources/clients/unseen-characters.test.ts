import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { importFile } from '../imports/set-up.ts';

const studio = forEachTest(openStudio);
let id: string;
beforeEach(async () => {
  id = await addClient(studio, { email: 'pat@example.com', barcode: '1001', fobNumber: '77', externalId: 'x1' });
});

/** Characters that nobody sees, and what errors call them. */
const UNSEEN = [
  ['\u200b', 'U+200B'],
  ['\u202a', 'U+202A'],
  ['\u200e', 'U+200E'],
  ['\u00ad', 'U+00AD'],
  ['\u2060', 'U+2060'],
  ['\u200d', 'U+200D'],
  ['\u3164', 'U+3164'],
  ['\ufe0f', 'U+FE0F'],
  ['\u{e0041}', 'U+E0041'],
] as const;

const person = { firstName: 'Pat', lastName: 'Lee' };
const place = { siteId: MAIN_SITE };

describe('what a client is found by', () => {
  test.each(UNSEEN)('400 with %p, which is named, wherever it is sent', async (character, named) => {
    const { length } = studio.events();
    const email = `pat${character}@example.com`;
    const code = `10${character}01`;
    const answers = [
      ...[{ email }, { barcode: code }, { fobNumber: code }, { externalId: code }].flatMap((fields) => [
        studio.post('/v2/clients', { ...person, email: 'new@example.com', ...fields }),
        studio.patch(`/v2/clients/${id}`, fields),
      ]),
      studio.post('/v2/clients', { ...person, email: 'new@example.com', emergencyContact: { name: 'Ann', email } }),
      studio.get(`/v2/clients?email=${encodeURIComponent(email)}`),
      studio.post('/v2/checkins', { email, ...place }),
      studio.post('/v2/staff', { ...person, role: 'front_desk', email }),
      studio.patch('/v2/settings', { brand: { supportEmail: email } }),
      studio.patch(`/v2/sites/${MAIN_SITE}`, { externalId: code }),
      importFile(studio, 'clients', [{ ...person, externalId: 'x2', email }]),
      importFile(studio, 'clients', `firstName,lastName,externalId,barcode\nPat,Lee,x2,${code}\n`),
    ];
    for (const { status, body } of await Promise.all(answers)) {
      const text = JSON.stringify(body);
      expect([status, text]).toEqual([400, expect.stringContaining(`the invisible character ${named}`)]);
    }
    expect(studio.events().slice(length)).toEqual([]);
  });
});

describe('a name', () => {
  test.each(['\u200b', '\u3164', '\u2800', '\u00ad \u2060', '\u200d\u200c'])(
    '400 with nothing to be seen: %p',
    async (name) => {
      for (const fields of [{ firstName: name }, { lastName: name }, { phone: name }, { address: { line1: name } }]) {
        const { status, body } = await studio.post('/v2/clients', { ...person, email: 'new@example.com', ...fields });
        expect([status, body.error.message]).toEqual([
          400,
          expect.stringContaining('must contain at least one visible character'),
        ]);
      }
      expect((await studio.post('/manage/plans', { name, type: 'unlimited', price: 0, currency: 'USD' })).status).toBe(
        400,
      );
    },
  );

  test('201 keeps what joins letters and emoji', async () => {
    const firstName = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645';
    const lastName = 'Lee \u{1f469}\u200d\u{1f3eb}';
    const { status, body } = await studio.post('/v2/clients', { firstName, lastName, email: 'new@example.com' });
    expect([status, body.firstName, body.lastName]).toEqual([201, firstName, lastName]);
  });
});

test('200 headings of a file with such characters are read as they are seen, and cells of nothing else are empty', async () => {
  const file = '\u200bfirstName,lastName\u00ad,"external\u2060Id",phone,\u202aCity\nPat,Lee,x9,\u200b,\u3164\n';
  const preview = await studio.send('POST', '/manage/imports/preview?family=clients', file, {
    'content-type': 'text/csv',
  });
  expect(
    preview.body.columns.map(({ heading, field }: { heading: string; field: string }) => [heading, field]),
  ).toEqual([
    ['firstName', 'firstName'],
    ['lastName', 'lastName'],
    ['externalId', 'externalId'],
    ['phone', 'phone'],
    ['City', 'address.city'],
  ]);
  expect((await importFile(studio, 'clients', file)).body).toMatchObject({ created: 1 });
  expect((await studio.get('/v2/clients?external_id=x9')).body.data).toMatchObject([{ phone: null, address: null }]);
});

describe('a phone number', () => {
  const COPIED = '\u202a+1 212 555 0142\u202c';
  const PLAIN = '+1 212 555 0142';
  const stored = async (): Promise<unknown[]> => {
    const { body } = await studio.get(`/v2/clients/${id}`);
    return [body.phone, body.emergencyContact?.phone];
  };

  test('is stored without the marks that were copied with it, wherever it comes from', async () => {
    const emergencyContact = { name: 'Ann', phone: COPIED };
    await studio.given(studio.patch(`/v2/clients/${id}`, { phone: COPIED, emergencyContact }));
    expect(await stored()).toEqual([PLAIN, PLAIN]);
    const made = await studio.given(studio.post('/v2/clients', { ...person, email: 'n@example.com', phone: COPIED }));
    expect(made.phone).toBe(PLAIN);
    await studio.given(studio.patch(`/v2/clients/${id}`, { phone: null, emergencyContact: null }));
    const { status } = await importFile(studio, 'clients', `id,phone\n${id},${COPIED}\n`);
    expect([status, ...(await stored())]).toEqual([200, PLAIN, undefined]);
    const added = await importFile(studio, 'clients', [{ ...person, externalId: 'x9', phone: COPIED }]);
    expect(added.status).toBe(200);
    expect(await studio.listed('/v2/clients?external_id=x9', {}, 'phone')).toEqual([PLAIN]);
    const staff = await studio.given(
      studio.post('/v2/staff', { ...person, role: 'front_desk', email: 's@example.com', phone: COPIED }),
    );
    const site = await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { phone: COPIED }));
    expect([staff.phone, site.phone]).toEqual([PLAIN, PLAIN]);
  });

  test('an import of the same number with marks changes nothing', async () => {
    await studio.given(studio.patch(`/v2/clients/${id}`, { phone: PLAIN }));
    const { body } = await importFile(studio, 'clients', `id,phone\n${id},${COPIED}\n`);
    expect(body).toMatchObject({ updated: 0, unchanged: 1 });
    expect(studio.events()).toEqual(['import.completed']);
  });
});

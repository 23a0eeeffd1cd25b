// A domain that is written with its letters, or in ASCII.
import { expect, test } from 'bun:test';
import { storedEmail, writingsOfEmail } from '../../../src/kernel/emails.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { imported } from '../imports/set-up.ts';

const studio = forEachTest(openStudio);

const LETTERS = 'ann@bücher.example';
const ASCII = 'ann@xn--bcher-kva.example';

test('is stored with its letters; what is no such domain stays', () => {
  for (const email of [LETTERS, ASCII, 'Ann@BÜCHER.example', 'ann@XN--BCHER-KVA.Example']) {
    expect(storedEmail(email)).toBe(LETTERS);
  }
  expect(storedEmail('ann@xn--strae-oqa.de')).toBe('ann@straße.de');
  for (const email of ['ann@example.com', 'ann@xn--zzzz.example', 'xn--bcher-kva@example.com', 'é@example.com']) {
    expect(storedEmail(email)).toBe(email);
  }
  expect(writingsOfEmail('Ann@example.com')).toEqual(['ann@example.com']);
  expect(writingsOfEmail(LETTERS)).toEqual([LETTERS, ASCII]);
  expect(writingsOfEmail(ASCII)).toEqual([ASCII, LETTERS]);
});

const person = { firstName: 'Ann', lastName: 'Lee' };

for (const [stored, sent] of [
  [LETTERS, ASCII],
  [ASCII, LETTERS],
] as const) {
  test(`the client with ${stored} is found by ${sent}, and nobody else gets it`, async () => {
    const id = await addClient(studio, { ...person, email: LETTERS });
    // As an older version stored what was sent.
    studio.db.run('update clients set email = ? where id = ?', [stored, id]);
    const other = await addClient(studio, { firstName: 'Bob', lastName: 'Ray', email: 'bob@example.com' });
    studio.events();
    for (const refused of [
      await studio.post('/v2/clients', { ...person, email: sent }),
      await studio.patch(`/v2/clients/${other}`, { email: sent }),
    ]) {
      expect([refused.status, refused.body.error.code]).toEqual([409, 'client_email_exists']);
      expect(refused.body.error.details[0].clientId).toBe(id);
    }
    expect(await studio.listed(`/v2/clients?email=${encodeURIComponent(sent)}`)).toEqual([id]);
    expect(studio.events()).toEqual([]);
    expect((await studio.patch(`/v2/clients/${id}`, { phone: '+12125550100' })).status).toBe(200);
    const row = { email: sent, firstName: 'Anna', lastName: 'Lee' };
    expect(await imported(studio, 'clients', [row])).toMatchObject({ created: 0, updated: 1 });
    await sellPackage(studio, id);
    const checkin = await studio.post('/v2/checkins', { email: sent, siteId: MAIN_SITE });
    expect(checkin.body.clientId).toBe(id);
  });

  test(`so is the staff member with ${stored}`, async () => {
    const { id } = await studio.given(studio.post('/v2/staff', { ...person, email: LETTERS, role: 'manager' }));
    studio.db.run('update staff set email = ? where id = ?', [stored, id]);
    const refused = await studio.post('/v2/staff', { ...person, email: sent, role: 'manager' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'staff_email_exists']);
    expect((await studio.patch(`/v2/staff/${id}`, { lastName: 'Moss' })).status).toBe(200);
    expect(studio.events()).toEqual(['staff.updated']);
  });
}

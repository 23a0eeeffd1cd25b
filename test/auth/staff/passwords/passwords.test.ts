import { expect, spyOn, test } from 'bun:test';
import { createPasswords } from '../../../../src/auth/staff/passwords/passwords.ts';
import { openStudio } from '../../../helpers/api.ts';
import { addPerson, signIn } from '../../../helpers/people.ts';

test('a hash verifies its password alone, in whatever form of Unicode it is typed', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('grün Äpfel schälen');
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(await passwords.verify(' grün Äpfel schälen '.normalize('NFD'), hash)).toBe(true);
  expect(await passwords.verify('grün Apfel schälen', hash)).toBe(false);
  expect(await passwords.hash('grün Äpfel schälen')).not.toBe(hash);
});

test('nobody has the password of the hash that stands for nobody', async () => {
  const passwords = createPasswords();
  for (const hash of [null, undefined]) expect(await passwords.verify('sandbox password', hash)).toBe(false);
});

test('an unknown email, a person without a password and a wrong password each verify one hash of the same strength', async () => {
  const studio = await openStudio();
  const { email } = await addPerson(studio);
  const hash = await createPasswords().hash('three green bicycles');
  studio.db.run('update staffSignIns set passwordHash = ?', [hash]);
  const { body } = await studio.post('/v2/staff', {
    firstName: 'No',
    lastName: 'Password',
    email: 'no-password@example.com',
    role: 'manager',
  });
  const verify = spyOn(Bun.password, 'verify');
  const strengths: string[] = [];
  for (const each of [email, 'nobody@example.com', body.email]) {
    verify.mockClear();
    expect((await signIn(studio, each, 'wrong password')).status).toBe(401);
    expect(verify).toHaveBeenCalledTimes(1);
    strengths.push(String(verify.mock.calls[0]?.[1]).split('$').slice(0, 4).join('$'));
  }
  verify.mockRestore();
  expect(new Set(strengths)).toEqual(new Set(['$argon2id$v=19$m=19456,t=2,p=1']));
});

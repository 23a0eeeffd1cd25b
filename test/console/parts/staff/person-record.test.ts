// What the forms of a person send.
import { expect, test } from 'bun:test';
import { INVITED, personFields } from '../../../../src/console/parts/staff/person-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };

test('an invitation asks for some fields of a person, and sends those', () => {
  const invited = personFields.pick(...INVITED);
  const start = invited.startOf(studio);
  expect(Object.keys(start)).toEqual(['firstName', 'lastName', 'email', 'role', 'siteIds']);
  expect(start).toMatchObject({ firstName: '', role: 'front_desk', siteIds: [] });
  expect(Object.keys(invited.problemsOf(start))).toEqual(['firstName', 'lastName', 'email']);
  const typed = { ...start, firstName: ' Ada ', lastName: 'Lovelace', email: 'ada@example.com', siteIds: ['a'] };
  expect(invited.problemsOf(typed)).toEqual({});
  expect(invited.bodyOf(typed, studio)).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    role: 'front_desk',
    siteIds: ['a'],
  });
  expect(personFields.patchOf({ ...typed, phone: ' ', isInstructor: true }, ['phone', 'isInstructor'], studio)).toEqual(
    {
      phone: null,
      isInstructor: true,
    },
  );
});

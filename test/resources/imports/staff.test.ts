import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const person = { externalId: 'ida', firstName: 'Ida', lastName: 'Coe', email: 'ida@example.com', role: 'instructor' };
const teaching = {
  specialties: ['Yoga', 'Barre'],
  certifications: [{ name: 'RYT 200', issuer: 'Yoga Alliance', expiresOn: null }],
  sortOrder: 3,
  isBookable: false,
  payRate: { type: 'hourly', amount: 3000, currency: 'USD' },
};
const instructor = async () => (await studio.get('/v2/instructors?external_id=ida')).body.data[0];
const changed = async (fields: object) => imported(studio, 'staff', [{ externalId: 'ida', ...fields }]);

describe('staff who teach', () => {
  test('200 come in with what they have as instructors, without events; the same again changes nothing', async () => {
    expect(await imported(studio, 'staff', [{ ...person, ...teaching }])).toMatchObject({ created: 1 });
    expect(await instructor()).toMatchObject({ ...person, ...teaching, isInstructor: true });
    expect(await imported(studio, 'staff', [{ ...person, ...teaching }])).toMatchObject({ unchanged: 1 });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('200 a known one changes, with the events of the same change by itself', async () => {
    await studio.given(imported(studio, 'staff', [person]));
    expect(await changed({ specialties: ['Yoga'], sortOrder: -1 })).toMatchObject({ updated: 1 });
    expect(studio.events()).toEqual(['instructor.updated', 'import.completed']);
    expect(await changed({ bio: 'Teaches', isBookable: false })).toMatchObject({ updated: 1 });
    expect(studio.events()).toEqual(['staff.updated', 'instructor.updated', 'import.completed']);
    // No event shows the pay.
    expect(await changed({ payRate: teaching.payRate })).toMatchObject({ updated: 1 });
    expect(await changed({ payRate: null, specialties: [] })).toMatchObject({ updated: 1 });
    expect(studio.events()).toEqual(['import.completed', 'instructor.updated', 'import.completed']);
    expect(await instructor()).toMatchObject({ specialties: [], sortOrder: -1, isBookable: false, payRate: null });
  });

  test('200 from a CSV file, in which the pay has three columns', async () => {
    const header = 'externalId,firstName,lastName,email,role,specialties,payRate.type,payRate.amount,payRate.currency';
    const rows = ['ida,Ida,Coe,ida@example.com,instructor,Yoga; Barre,hourly,3000,USD'];
    await imported(studio, 'staff', [header, ...rows].join('\n'));
    const { specialties, payRate } = teaching;
    expect(await instructor()).toMatchObject({ specialties, payRate });
    const [exported] = (await exportFile(studio, 'staff', 'csv')).split('\n');
    expect(exported).toContain('specialties,certifications,sortOrder,isBookable,payRate.type,payRate.amount');
  });

  test('an export has the pay of staff who have stopped teaching, too', async () => {
    await imported(studio, 'staff', [{ ...person, ...teaching }]);
    await studio.delete(`/v2/instructors/${(await instructor()).id}`);
    const records = JSON.parse(await exportFile(studio, 'staff', 'json'));
    expect(records).toMatchObject([{ object: 'staff', ...teaching, isInstructor: false, status: 'inactive' }]);
  });

  test('400 with every bad field, and nothing is written; no operation of staff takes these fields', async () => {
    const bad = { specialties: ['a', 'a'], sortOrder: 0.5, payRate: { type: 'monthly' } };
    expect(complaints(await importFile(studio, 'staff', [{ ...person, ...bad }])).sort()).toEqual([
      '1 payRate.amount parameter_missing',
      '1 payRate.currency parameter_missing',
      '1 payRate.type parameter_invalid',
      '1 sortOrder parameter_invalid',
      '1 specialties parameter_invalid',
    ]);
    expect(studio.events()).toEqual([]);
    const { body } = await studio.post('/v2/staff', { ...person, ...teaching });
    expect(body.error.details.map(({ param }: { param: string }) => param).sort()).toEqual(
      Object.keys(teaching).sort(),
    );
    expect((await studio.get('/v2/staff')).body.data).toEqual([]);
  });
});

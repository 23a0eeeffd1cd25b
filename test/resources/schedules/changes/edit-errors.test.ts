import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { moveDefault } from '../../../helpers/sites.ts';
import { addInstructor, openYoga, UNKNOWN } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

describe('PATCH /v2/schedules/{id}', () => {
  test('409 instructor conflict, which a preview lists', async () => {
    const ina = await addInstructor(yoga.studio, 'Ina');
    await yoga.studio.post('/v2/schedules', {
      name: 'Pilates',
      siteId: MAIN_SITE,
      startDate: '2026-03-02',
      startTime: '18:30',
      durationMinutes: 60,
      instructorId: ina,
    });
    yoga.studio.events();
    const refused = await yoga.patch({ instructorId: ina });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'instructor_conflict']);
    const preview = await yoga.patch({ instructorId: ina }, '?dry_run=true');
    expect(preview.body.conflicts).toMatchObject([
      { instructorId: ina, startTime: '2026-03-02T23:00:00.000Z', conflictingName: 'Pilates' },
    ]);
    expect(yoga.sessions().every((row) => row.instructorId === null)).toBe(true);
    expect(yoga.studio.events()).toEqual([]);
    expect((await yoga.patch({ instructorId: ina, overrideConflicts: true })).status).toBe(200);
    const pairs = Array(4).fill(['session.updated', 'session.instructor_changed']).flat();
    expect(yoga.studio.events()).toEqual([...pairs, 'schedule.updated']);
  });

  test('409 inactive site when sessions move there or start again', async () => {
    const { body: uptown } = await yoga.studio.post('/v2/sites', { name: 'Uptown', status: 'inactive' });
    await yoga.studio.given(yoga.patch({ status: 'paused' }));
    expect((await yoga.patch({ siteId: uptown.id })).body.error.code).toBe('site_inactive');
    await moveDefault(yoga.studio);
    await yoga.studio.given(yoga.studio.patch(`/v2/sites/${MAIN_SITE}`, { status: 'inactive' }));
    expect((await yoga.patch({ status: 'active' })).body.error.code).toBe('site_inactive');
    expect(yoga.studio.events()).toEqual([]);
    expect((await yoga.patch({ name: 'Quiet yoga' })).status).toBe(200);
  });

  test('400 with the path of each problem', async () => {
    const wrong: [body: object, param: string][] = [
      [{ endDate: '2026-03-01' }, 'endDate'],
      [{ startDate: null }, 'startDate'],
      [{ effectiveFrom: '2028-01-01' }, 'effectiveFrom'],
      [{ recurrenceRule: { frequency: 'weekly', until: '2026-01-01' } }, 'recurrenceRule.until'],
      [{ instructorId: UNKNOWN }, 'instructorId'],
      [{ siteId: UNKNOWN }, 'siteId'],
      [{ generatedUntil: '2027-01-01' }, 'generatedUntil'],
    ];
    for (const [body, param] of wrong) {
      const response = await yoga.patch(body);
      expect([response.status, response.body.error.param]).toEqual([400, param]);
    }
    expect((await yoga.patch({}, '?dry_run=perhaps')).status).toBe(400);
    expect(yoga.studio.events()).toEqual([]);
  });

  test('400 an inactive instructor is not assigned; one that is assigned already may stay', async () => {
    const ina = await addInstructor(yoga.studio, 'Ina');
    await yoga.patch({ instructorId: ina });
    await yoga.studio.given(yoga.studio.delete(`/v2/staff/${ina}`));
    expect((await yoga.patch({ instructorId: ina, name: 'Flow' })).status).toBe(200);
    expect(yoga.studio.events()).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
    expect((await yoga.patch({ additionalInstructorIds: [ina], instructorId: null })).status).toBe(200);
    yoga.studio.events();
    await yoga.studio.given(yoga.patch({ additionalInstructorIds: [] }));
    expect((await yoga.patch({ instructorId: ina })).body.error.code).toBe('resource_missing');
    expect(yoga.studio.events()).toEqual([]);
  });

  test('401 without a credential, 404 unknown', async () => {
    expect((await yoga.studio.patch(`/v2/schedules/${yoga.id}`, {}, { 'x-service-api-key': '' })).status).toBe(401);
    expect((await yoga.studio.patch(`/v2/schedules/${UNKNOWN}`, {})).status).toBe(404);
  });
});

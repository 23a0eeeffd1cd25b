import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { createClient } from '../../helpers/sales.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});

const sites = () => studio.listed('/v2/sites', {}, 'name');
const moveTo = async (name: string): Promise<void> => {
  await imported(studio, 'sites', [{ externalId: name, name }]);
  const { id } = (await studio.get(`/v2/sites?external_id=${name}`)).body.data[0];
  await imported(studio, 'settings', [{ scope: 'brand', siteId: null, brand: { defaultSiteId: id } }]);
};

describe('settings', () => {
  test('200 what a row has is set, at the brand or a site, and raised; the same again changes nothing', async () => {
    const rows = [
      { scope: 'brand', siteId: null, booking: { requireCredit: true }, payment: { noShowFee: 500 } },
      { scope: 'site', siteId: MAIN_SITE, booking: { bookingWindowDays: 3 } },
    ];
    expect(await imported(studio, 'settings', rows)).toMatchObject({ created: 0, updated: 2 });
    expect(studio.events()).toEqual([...Array(3).fill('settings.updated'), 'import.completed']);
    expect(await imported(studio, 'settings', rows)).toMatchObject({ updated: 0, unchanged: 2 });
    expect(studio.events()).toEqual(['import.completed']);
    const { body } = await studio.get(`/v2/settings?siteId=${MAIN_SITE}`);
    expect(body.booking).toMatchObject({ requireCredit: true, bookingWindowDays: 3 });
    expect(await imported(studio, 'settings', await exportFile(studio, 'settings', 'csv'))).toMatchObject({
      updated: 0,
    });
  });

  test('400 an unknown site, and what a site cannot override; 403 the processor without its permission', async () => {
    const response = await importFile(studio, 'settings', [
      { siteId: '01950000-0000-7000-8000-00000000ffff', booking: { requireCredit: true } },
      { siteId: MAIN_SITE, brand: { name: 'X' } },
    ]);
    expect(complaints(response)).toEqual(['1 siteId resource_missing', '2 brand parameter_invalid']);
    const { headers } = await addStaffKey(studio, { role: 'manager' });
    const row = { payment: { processor: { confirmOnConnectedAccount: true } } };
    expect((await importFile(studio, 'settings', [row], { headers })).status).toBe(403);
    expect(studio.events()).toEqual([]);
  });

  test('200 the experience of the brand; the same again changes nothing', async () => {
    const experience = { theme: { name: 'Harbour' }, isEnabled: true, maintenance: {}, milestones: {} };
    expect(await imported(studio, 'settings', [{ experience }])).toMatchObject({ updated: 1 });
    expect((await studio.get('/manage/experience')).body.theme).toMatchObject({ name: 'Harbour', version: 2 });
    expect(await imported(studio, 'settings', await exportFile(studio, 'settings', 'csv'))).toMatchObject({
      updated: 0,
    });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test.each([
    { theme: { name: 'Harbour' }, maintenance: { active: false } },
    { milestones: { minutes: [60, 30] } },
    { milestones: { visits: null, minutes: null } },
    {},
  ])('200 the experience %j is the same when it is exported again', async (experience) => {
    expect((await studio.send('PUT', '/manage/experience', experience)).status).toBe(200);
    const to = await openStudio();
    for (const format of ['csv', 'json'] as const) {
      const file = await exportFile(studio, 'settings', format);
      await imported(to, 'settings', format === 'csv' ? file : JSON.parse(file));
      expect(await exportFile(to, 'settings', format)).toBe(file);
    }
    expect((await to.get('/manage/experience')).body.theme.version).toBe(2);
    await to.app.stop();
  });

  test('400 an experience of a site, or with errors', async () => {
    const colors = { primary: '#ffffff', onPrimary: '#ffffff' };
    const response = await importFile(studio, 'settings', [
      { siteId: MAIN_SITE, experience: { isEnabled: true } },
      { experience: { isEnabled: 1, features: {} } },
      { experience: { theme: { colors } } },
    ]);
    expect(complaints(response)).toEqual([
      '1 experience parameter_invalid',
      '2 experience.features parameter_unknown',
      '2 experience.isEnabled parameter_invalid',
      '3 theme.colors.onPrimary parameter_invalid',
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('the site of the first start gives way to the default site of a studio that moves in', async () => {
    await moveTo('Paris');
    expect(await sites()).toEqual(['Paris']);
  });

  test('it does so too when the jobs of each minute have run', async () => {
    await studio.time.moveTo(studio.time.now() + 61_000);
    await moveTo('Paris');
    expect(await sites()).toEqual(['Paris']);
  });

  test('it stays when it was changed, or something refers to it', async () => {
    const clientId = await createClient(studio);
    await moveTo('Paris');
    expect(await sites()).toEqual(['Paris', 'Main']);
    expect((await studio.get(`/v2/clients/${clientId}`)).body.homeLocationId).toBe(MAIN_SITE);
    studio = await openStudio();
    await studio.makeKey({ siteIds: [MAIN_SITE] });
    await moveTo('Paris');
    expect(await sites()).toEqual(['Paris', 'Main']);
    studio = await openStudio();
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { name: 'Ours' });
    await moveTo('Paris');
    expect(await sites()).toEqual(['Paris', 'Ours']);
  });
});

describe('schedules and sessions', () => {
  const weekly = {
    externalId: 'w',
    name: 'Flow',
    siteId: MAIN_SITE,
    startDate: '2026-03-09',
    startTime: '18:00',
    durationMinutes: 60,
    recurrenceRule: { frequency: 'weekly', count: 2 },
  };

  test('200 a schedule of another system gets its sessions; 400 a known one keeps its terms', async () => {
    expect(await imported(studio, 'schedules', [weekly])).toMatchObject({ created: 1 });
    expect((await studio.get('/v2/sessions')).body.data).toHaveLength(2);
    expect(await imported(studio, 'schedules', [weekly])).toMatchObject({ unchanged: 1 });
    expect(complaints(await importFile(studio, 'schedules', [{ ...weekly, startTime: '19:00' }]))).toEqual([
      '1 startTime parameter_invalid',
    ]);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('200 sessions are found by name, time and site; 400 two of one slot, and what does not exist', async () => {
    const session = { name: 'Talk', siteId: MAIN_SITE, startTime: '2026-03-20T18:00:00Z', durationMinutes: 90 };
    expect(await imported(studio, 'sessions', [session])).toMatchObject({ created: 1 });
    expect(await imported(studio, 'sessions', [session])).toMatchObject({ unchanged: 1 });
    await imported(studio, 'schedules', [weekly]);
    const { scheduleId, occurrenceKey } = (await studio.get('/v2/sessions')).body.data[0];
    const rows = [
      { ...session, name: 'Twice', scheduleId, occurrenceKey },
      { ...session, name: 'Lost', scheduleId: MAIN_SITE },
      { ...session, name: 'Nobody', instructorId: MAIN_SITE },
      { ...session, durationMinutes: 60 },
      { name: 'Nowhere', startTime: session.startTime, durationMinutes: 60 },
    ];
    expect(complaints(await importFile(studio, 'sessions', rows))).toEqual([
      '1 occurrenceKey parameter_invalid',
      '2 scheduleId resource_missing',
      '3 instructorId resource_missing',
      '4 durationMinutes parameter_invalid',
      '5 siteId parameter_missing',
    ]);
    expect(studio.events()).toEqual(Array(3).fill('import.completed'));
  });
});

import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { createClient, sellPackage } from '../../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const shown = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body;
const moveSite = (timezone: string) => studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone });

describe('a site whose time zone is corrected', () => {
  test('what was sold there ends with the same day of the new zone', async () => {
    const clientId = await createClient(studio);
    const { id } = await sellPackage(studio, clientId, { validityDays: 232 });
    expect((await shown(id)).expiresAt).toBe('2026-10-21T03:59:59.999Z');
    await moveSite('America/Los_Angeles');
    expect((await shown(id)).expiresAt).toBe('2026-10-21T06:59:59.999Z');
    await moveSite('Asia/Tokyo');
    expect((await shown(id)).expiresAt).toBe('2026-10-20T14:59:59.999Z');
    expect(studio.events()).toEqual(['site.updated', 'site.updated']);
  });

  test('an end that is no end of a day there stays', async () => {
    const clientId = await createClient(studio);
    const { id } = await sellPackage(studio, clientId);
    await studio.patch(`/manage/packages/${id}`, { expiresAt: '2026-10-20T23:59:59.999Z' });
    await moveSite('America/Los_Angeles');
    expect((await shown(id)).expiresAt).toBe('2026-10-20T23:59:59.999Z');
  });

  test('renewals follow, and packages of other sites stay', async () => {
    const clientId = await createClient(studio);
    const uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    const own = await sellPackage(studio, clientId);
    const other = await sellPackage(studio, clientId, {}, { siteId: uptown });
    studio.db.query('update packages set autoRenews = 1, nextRenewalAt = expiresAt').run();
    await moveSite('America/Los_Angeles');
    const dates = ({ expiresAt, nextRenewalAt }: { expiresAt: string; nextRenewalAt: string }) => [
      expiresAt,
      nextRenewalAt,
    ];
    expect(dates(await shown(own.id))).toEqual(['2026-06-01T06:59:59.999Z', '2026-06-01T06:59:59.999Z']);
    expect(dates(await shown(other.id))).toEqual(['2026-06-01T03:59:59.999Z', '2026-06-01T03:59:59.999Z']);
  });

  test('a dry run moves nothing', async () => {
    const clientId = await createClient(studio);
    const { id } = await sellPackage(studio, clientId);
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}?dry_run=true`, { timezone: 'Asia/Tokyo' }));
    expect((await shown(id)).expiresAt).toBe('2026-06-01T03:59:59.999Z');
  });
});

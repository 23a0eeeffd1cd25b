import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { moveDefault } from '../../helpers/sites.ts';
import { preparedBy } from '../../helpers/statements.ts';
import { openYoga } from '../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const path = `/v2/sites/${MAIN_SITE}`;

describe('DELETE /v2/sites/{id}', () => {
  test('409 default_site for the default site of the brand, until another one is chosen', async () => {
    expect(errorOf(await yoga.studio.delete(path))).toEqual([409, 'default_site']);
    expect(errorOf(await yoga.studio.patch(path, { status: 'inactive' }))).toEqual([409, 'default_site']);
    expect((await yoga.studio.patch(path, { status: 'active' })).status).toBe(200);
    expect(yoga.studio.events()).toEqual([]);
    expect((await yoga.studio.get(path)).body).toMatchObject({ status: 'active', archivedAt: null });
    await moveDefault(yoga.studio);
    expect((await yoga.studio.delete(path)).status).toBe(200);
    expect(yoga.studio.events()).toEqual(['site.archived']);
  });

  test('200 counts the future sessions and bookings, which stay', async () => {
    await moveDefault(yoga.studio);
    const [, second] = yoga.sessions();
    for (const _ of [1, 2]) await yoga.book(second?.id);
    await yoga.book(second?.id, 'cancelled');
    const { status, body } = await yoga.studio.delete(path);
    expect([status, body]).toMatchObject([200, { archived: true, futureSessionCount: 4, futureBookingCount: 2 }]);
    expect(yoga.studio.events()).toEqual(['site.archived']);
    expect((await yoga.studio.get(`/v2/sessions/${second?.id}`)).body).toMatchObject({
      status: 'scheduled',
      bookedCount: 2,
    });
  });

  test('409 site_inactive for a new schedule or session there, one that moves there, or one that resumes', async () => {
    await yoga.patch({ status: 'paused' });
    const { body: other } = await yoga.studio.post('/v2/sites', { name: 'Other' });
    await yoga.studio.given(yoga.studio.delete(`/v2/sites/${other.id}`));
    const schedule = {
      name: 'New',
      siteId: other.id,
      startDate: '2026-03-03',
      startTime: '10:00',
      durationMinutes: 60,
    };
    expect(errorOf(await yoga.studio.post('/v2/schedules', schedule))).toEqual([409, 'site_inactive']);
    const session = { name: 'New', siteId: other.id, startTime: '2026-03-03T10:00:00Z', durationMinutes: 60 };
    expect(errorOf(await yoga.studio.post('/manage/sessions', session))).toEqual([409, 'site_inactive']);
    expect(errorOf(await yoga.patch({ siteId: other.id }))).toEqual([409, 'site_inactive']);
    await moveDefault(yoga.studio);
    await yoga.studio.given(yoga.studio.delete(path));
    expect(errorOf(await yoga.patch({ status: 'active' }))).toEqual([409, 'site_inactive']);
    expect(yoga.studio.events()).toEqual([]);
  });

  test('200 no sessions are generated, and the gap is filled once the site is active again', async () => {
    await moveDefault(yoga.studio);
    await yoga.studio.delete(path);
    await yoga.skipTo('2026-03-09T12:00:00.000Z');
    await yoga.patch({ recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TU', 'TH'] } });
    expect(yoga.keys()).toEqual(['2026-03-02T18:00', '2026-03-05T18:00', '2026-03-09T18:00', '2026-03-12T18:00']);
    yoga.studio.events();
    const { body } = await yoga.studio.patch(path, { status: 'active' });
    expect([body.status, body.archivedAt]).toEqual(['active', null]);
    expect(yoga.studio.events()).toEqual(['site.updated', ...Array(4).fill('session.created')]);
    expect(yoga.keys().map((key) => key.slice(5, 10))).toEqual([
      '03-02',
      '03-05',
      '03-09',
      '03-10',
      '03-12',
      '03-16',
      '03-17',
      '03-19',
    ]);
  });
});

describe('GET /v2/sites', () => {
  test('200 finds current names in any case, beyond ASCII too', async () => {
    const { body } = await yoga.studio.post('/v2/sites', { name: 'ÉTOILE Überlingen' });
    const found = (search: string) => yoga.studio.listed(`/v2/sites?search=${encodeURIComponent(search)}`, {}, 'name');
    for (const search of ['étoile', 'ÜBER', 'e Ü']) expect(await found(search)).toEqual(['ÉTOILE Überlingen']);
    await yoga.studio.patch(`/v2/sites/${body.id}`, { name: 'Soleil' });
    expect([await found('étoile'), await found('SOLEIL')]).toEqual([[], ['Soleil']]);
  });
});

test('a change of a record writes the columns that changed and never its key', async () => {
  const { patch, db } = yoga.studio;
  const prepared = await preparedBy(db, () => patch(path, { phone: '123' }));
  expect(prepared.filter((sql) => sql.startsWith('update "sites"'))).toEqual([
    'update "sites" set "phone" = ?, "updatedAt" = ? where "id" = ?',
  ]);
});

import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { errorWithParam } from '../../../helpers/errors.ts';

const ENTRIES = '/manage/content/entries';
const AT = '2026-03-02T09:00:30.500Z';
const END = '2026-03-02T09:59:30.250Z';

const studio = forEachTest(openStudio);

const found = () => studio.listed('/v2/content/entries');

const shown = async (id: string) => {
  const { status, publishedAt, updatedAt } = (await studio.get(`${ENTRIES}/${id}`)).body;
  return { status, publishedAt, updatedAt };
};

const stored = (id: string) =>
  studio.db.query('select status, isCounted, changesAt from contentEntries where id = ?').get(id);

describe('a scheduled entry', () => {
  test('is found from its moment to its end, before any job has run', async () => {
    const { id } = await addEntry(studio, { status: 'scheduled', publishedAt: AT, expiresAt: END });
    const path = `/v2/content/entries/${id}`;
    studio.time.stop();
    const at = async (now: string) => {
      await studio.time.moveTo(Date.parse(now));
      return [
        (await studio.get(path)).status,
        (await found()).length,
        (await shown(id)).status,
        (await studio.get(`${ENTRIES}?status=published`)).body.data.length,
        (await studio.get(`${ENTRIES}?status=scheduled`)).body.data.length,
      ];
    };
    expect(await at('2026-03-02T09:00:30.499Z')).toEqual([404, 0, 'scheduled', 0, 1]);
    expect(await at(AT)).toEqual([200, 1, 'published', 1, 0]);
    expect(await at('2026-03-02T09:59:30.249Z')).toEqual([200, 1, 'published', 1, 0]);
    expect(await at(END)).toEqual([404, 0, 'published', 1, 0]);
    expect(stored(id)).toEqual({ status: 'scheduled', isCounted: 0, changesAt: AT });
  });

  test('is stored as published and as expired at its moments', async () => {
    const { id } = await addEntry(studio, { status: 'scheduled', publishedAt: AT, expiresAt: END });
    await studio.time.moveTo(Date.parse(AT) - 1);
    expect(stored(id)).toEqual({ status: 'scheduled', isCounted: 0, changesAt: AT });
    await studio.time.moveTo(Date.parse(AT));
    expect(stored(id)).toEqual({ status: 'published', isCounted: 1, changesAt: END });
    expect(await found()).toEqual([id]);
    await studio.time.moveTo(Date.parse(END));
    expect(stored(id)).toEqual({ status: 'published', isCounted: 0, changesAt: null });
    expect(await found()).toEqual([]);
    expect(await shown(id)).toEqual({ status: 'published', publishedAt: AT, updatedAt: '2026-03-02T08:00:00.000Z' });
    expect(studio.events()).toEqual([]);
  });

  test('200 published at once, moved, taken back, and extended after its end', async () => {
    const { id } = await addEntry(studio, { status: 'scheduled', publishedAt: AT, expiresAt: END });
    const patch = async (body: object) => (await studio.patch(`${ENTRIES}/${id}`, body)).body;
    expect(await patch({ publishedAt: '2026-03-02T09:30:00Z' })).toMatchObject({ status: 'scheduled' });
    expect(await patch({ status: 'published' })).toMatchObject({
      status: 'published',
      publishedAt: '2026-03-02T08:00:00.000Z',
    });
    expect(await found()).toEqual([id]);
    expect(await patch({ status: 'draft' })).toMatchObject({ status: 'draft' });
    expect(await found()).toEqual([]);
    expect(await patch({ status: 'published', publishedAt: AT })).toMatchObject({
      status: 'scheduled',
      publishedAt: AT,
    });
    await studio.time.moveTo(Date.parse(END));
    expect(await found()).toEqual([]);
    expect(await patch({ expiresAt: null })).toMatchObject({ status: 'published' });
    expect(await found()).toEqual([id]);
  });

  test('400 without its moment, and with an end before it', async () => {
    const send = async (body: object) =>
      errorWithParam(await studio.post(ENTRIES, { title: 'A', type: 'video', ...body }));
    expect(await send({ status: 'scheduled' })).toEqual([400, 'parameter_missing', 'publishedAt']);
    expect(await send({ status: 'published', publishedAt: END, expiresAt: AT })).toEqual([
      400,
      'parameter_invalid',
      'expiresAt',
    ]);
    expect((await send({ status: 'archived' }))[2]).toBe('status');
  });

  test('many at one moment are stored in several transactions', async () => {
    for (let count = 0; count < 120; count += 1) await addEntry(studio, { status: 'scheduled', publishedAt: AT });
    await studio.time.moveTo(Date.parse(AT));
    const left = studio.db.query("select count(*) as n from contentEntries where status = 'scheduled'").get();
    expect(left).toEqual({ n: 0 });
  });
});

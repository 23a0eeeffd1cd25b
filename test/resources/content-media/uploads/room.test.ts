import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { openMedia } from '../../../helpers/media.ts';
import { tusClient, UPLOADS } from './client.ts';

const fileCount = async ({ media }: Studio): Promise<number> => readdirSync(await media.uploads()).length;

describe('unfinished uploads', () => {
  test('409 limit_reached for the 101st of a credential, until one of them is finished or deleted', async () => {
    const studio = await openStudio();
    const tus = tusClient(studio);
    const paths: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      const { status, headers } = await tus.create(10);
      expect(status).toBe(201);
      paths.push(headers.get('location') ?? '');
    }
    const refused = await tus.create(10);
    expect([refused.status, refused.code]).toEqual([409, 'limit_reached']);
    expect(await fileCount(studio)).toBe(100);
    const other = tusClient(studio, await studio.makeKey());
    expect((await other.create(10)).status).toBe(201);

    expect((await tus.send('DELETE', paths[0] ?? '')).status).toBe(204);
    expect((await tus.create(10)).status).toBe(201);
    expect((await tus.create(10)).status).toBe(409);
    const mediaId = (paths[1] ?? '').slice(UPLOADS.length + 1);
    expect((await studio.delete(`/manage/content/media/${mediaId}`)).status).toBe(200);
    expect((await tus.create(10)).status).toBe(201);
    expect((await tus.create(10)).status).toBe(409);
    expect((await tus.append(paths[2] ?? '', 0, '0123456789')).status).toBe(204);
    expect((await tus.create(10)).status).toBe(201);
    expect((await tus.create(10)).status).toBe(409);
    expect(studio.events()).toEqual([]);
    await studio.app.stop();
  });

  test('503 storage_full when all of them together do not fit on the disk', async () => {
    const files = openMedia();
    let free = 1000;
    const studio = await openStudio({ media: { ...files, freeBytes: async () => free } });
    const tus = tusClient(studio);
    const first = await tus.create(600);
    expect(first.status).toBe(201);
    const refused = await tusClient(studio, await studio.makeKey()).create(401);
    expect([refused.status, refused.code]).toEqual([503, 'storage_full']);
    expect(await fileCount(studio)).toBe(1);
    // What has arrived is no longer free, and no longer to come.
    expect((await tus.append(first.headers.get('location') ?? '', 0, 'x'.repeat(300))).status).toBe(204);
    free -= 300;
    expect((await tus.create(401)).status).toBe(503);
    expect((await tus.create(400)).status).toBe(201);
    expect((await tus.create(1)).status).toBe(503);
    expect(studio.events()).toEqual([]);
    await studio.app.stop();
  });
});

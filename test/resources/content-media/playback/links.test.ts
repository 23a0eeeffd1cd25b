import { describe, expect, test } from 'bun:test';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { LINK_LIFETIME_MS } from '../../../../src/media/links.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { APP, openPlayer, ROOT } from './set-up.ts';

const studio = forEachTest(openPlayer);

const errorIn = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).error.code];

describe('links', () => {
  test('403 in the envelope for one that has expired, was cut, or is of another media; 404 for a deleted media', async () => {
    const [media, other] = [await studio.add(), await studio.add()];
    const url: string = (await studio.playback(media)).body.playbackUrl;
    const [token = ''] = url.split('/').slice(4);
    const wrong = {
      cut: url.replace(token, token.slice(0, -1)),
      other: url.replace(media.id, other.id),
      changed: url.replace(studio.clientId, other.id),
      public: url.replace(token, 'public'),
      none: `${ROOT}/media/${media.id}/source.mp4`,
      short: `${ROOT}/media/${token}`,
      empty: `${ROOT}/media/`,
    };
    for (const [name, link] of Object.entries(wrong)) {
      const refused = await studio.load(link);
      expect([name, ...errorIn(refused)]).toEqual([name, 403, 'permission_denied']);
      expect(refused.headers.get('content-type')).toContain('application/json');
    }
    await studio.time.moveTo(TEST_START + LINK_LIFETIME_MS - 1);
    expect((await studio.load(url)).status).toBe(200);
    await studio.time.moveTo(TEST_START + LINK_LIFETIME_MS);
    expect(errorIn(await studio.load(url))).toEqual([403, 'permission_denied']);
    const again: string = (await studio.playback(media)).body.playbackUrl;
    expect((await studio.load(again)).status).toBe(200);
    await studio.delete(`/manage/content/media/${media.id}`);
    expect(errorIn(await studio.load(again))).toEqual([404, 'resource_not_found']);
  });

  test('403 once the client is archived or erased, or the credential is revoked, also where it acted for a client', async () => {
    const media = await studio.add();
    const urlFor = async (headers?: Record<string, string>): Promise<string> =>
      (await studio.playback(media, '', headers)).body.playbackUrl;
    const { id, key } = (await studio.post('/manage/api-keys', { name: 'App', scopes: ['*'] })).body;
    const business = { 'x-service-api-key': key };
    const [ofMember, ofKey, ofActing] = [
      await urlFor(),
      await urlFor(business),
      await urlFor({ ...business, 'x-client-id': studio.clientId }),
    ];
    const states = async () => {
      const found: number[] = [];
      for (const url of [ofMember, ofKey, ofActing]) found.push((await studio.load(url)).status);
      return found;
    };
    expect(await states()).toEqual([200, 200, 200]);
    await studio.post(`/manage/api-keys/${id}/revoke`);
    expect(await states()).toEqual([200, 403, 403]);
    expect(errorIn(await studio.load(ofKey))).toEqual([403, 'permission_denied']);
    await studio.delete(`/v2/clients/${studio.clientId}`);
    expect(await states()).toEqual([403, 403, 403]);
    await studio.patch(`/v2/clients/${studio.clientId}`, { status: 'active' });
    expect(await states()).toEqual([200, 403, 403]);
    await studio.post(`/manage/clients/${studio.clientId}/erase`, {});
    expect(await states()).toEqual([403, 403, 403]);
  });

  test('403 once the person for whom a key acts is suspended, and the key has expired', async () => {
    const media = await studio.add();
    const person = { firstName: 'Mia', lastName: 'Ray', email: 'mia@example.com', role: 'manager' };
    const { id: staffId } = (await studio.post('/v2/staff', person)).body;
    const expiresAt = new Date(studio.time.now() + HOUR_MS).toISOString();
    const keys = [await studio.makeKey({ scopes: ['*'], staffId }), await studio.makeKey({ scopes: ['*'], expiresAt })];
    const urls = await Promise.all(
      keys.map(async (key) => (await studio.playback(media, '', { 'x-service-api-key': key })).body.playbackUrl),
    );
    const states = async () => (await Promise.all(urls.map((url) => studio.load(url)))).map(({ status }) => status);
    expect(await states()).toEqual([200, 200]);
    await studio.patch(`/v2/staff/${staffId}`, { status: 'suspended' });
    expect(await states()).toEqual([403, 200]);
    await studio.time.moveTo(Date.parse(expiresAt));
    expect(await states()).toEqual([403, 403]);
  });

  test('the playlists and captions of a media are found by their known names, and nothing else is', async () => {
    const media = await studio.add({ title: '../../x' });
    const url: string = (await studio.playback(media)).body.playbackUrl;
    const base = url.slice(0, url.lastIndexOf('/'));
    writeFileSync(join(studio.media.directory, 'secret'), 'secret');
    const names = [
      'source.mp3',
      'source',
      'poster',
      'captions/en.vtt',
      'captions/..vtt',
      'hls/master.m3u8',
      'hls/x/index.m3u8',
      '../secret',
      '..%2fsecret',
      '%2e%2e/secret',
      '%2e%2e%2f%2e%2e%2fsecret',
      'source.mp4%00',
      'source.mp4/',
      'source%2emp4',
      `hls/${media.id}/index.m3u8`,
      `hls/${media.id}/00000.ts`,
      `hls/${media.id}/..%2f..%2f..%2fsecret`,
      'hls/captions/en.m3u8',
      `captions/${'e'.repeat(3000)}.vtt`,
      'x'.repeat(5000),
      '//etc/passwd',
      '..\\secret',
    ];
    for (const name of names) {
      // A plain `..` is resolved by the URL, and names another path.
      const refused = await studio.load(`${base}/${name}`);
      expect([name, [403, 404].includes(refused.status), refused.text.includes('secret"')]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });

  test('404 when the file is missing, or a link leads out of the store', async () => {
    const media = await studio.add();
    const url: string = (await studio.playback(media)).body.playbackUrl;
    const path = studio.media.path(media.fileSha256 ?? '');
    rmSync(path);
    expect(errorIn(await studio.load(url))).toEqual([404, 'resource_not_found']);
    symlinkSync('/etc/hostname', path);
    expect(errorIn(await studio.load(url))).toEqual([404, 'resource_not_found']);
  });

  test('416 in the envelope with the size; other methods than GET and HEAD are 405', async () => {
    const media = await studio.add();
    const url: string = (await studio.playback(media)).body.playbackUrl;
    const beyond = await studio.load(url, { headers: { range: 'bytes=999999999-' } });
    expect(errorIn(beyond)).toEqual([416, 'range_not_satisfiable']);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${media.sizeBytes}`);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await studio.load(url, { method });
      expect(refused.headers.get('allow')).toBe('GET, HEAD');
      expect(errorIn(refused)).toEqual([405, 'method_not_allowed']);
    }
  });

  test('an image is sent as what it is; a compressed answer is never asked for', async () => {
    const { url } = {
      url: (await studio.playback(await studio.add({ kind: 'image', mimeType: 'image/png' }))).body.playbackUrl,
    };
    const shown = await studio.load(url, { headers: { 'accept-encoding': 'gzip, zstd' } });
    expect([shown.headers.get('content-type'), shown.headers.get('content-encoding')]).toEqual(['image/png', null]);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    const html = (await studio.playback(await studio.add({ kind: 'document', mimeType: 'text/html' }))).body
      .playbackUrl;
    const download = await studio.load(html);
    expect(download.headers.get('content-type')).toBe('application/octet-stream');
    expect(download.headers.get('content-disposition')).toStartWith('attachment; filename="Yoga.bin"');
  });

  test('pages of the member API may read them, and others may not', async () => {
    const url: string = (await studio.playback(await studio.add())).body.playbackUrl;
    const allowed = await studio.load(url, { headers: { origin: APP, range: 'bytes=0-1' } });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([206, APP]);
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Content-Range');
    const other = await studio.load(url, { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' };
    const preflight = await studio.load(url, { method: 'OPTIONS', headers: { origin: APP, ...asked } });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Range'),
    ]);
  });

  test('refused links count against their address, and others do not', async () => {
    const url: string = (await studio.playback(await studio.add())).body.playbackUrl;
    const state = async (link: string) => {
      const { status, headers } = await studio.load(link);
      return [status, headers.get('x-ratelimit-remaining')];
    };
    const before = await state(url);
    for (let time = 0; time < 3; time += 1) expect(await state(url)).toEqual(before);
    const wrong = `${url.slice(0, -20)}/x`;
    expect([before, await state(wrong)]).toEqual([
      [200, '60'],
      [403, '59'],
    ]);
    const statuses: number[] = [];
    for (let time = 0; time < 61; time += 1) statuses.push((await studio.load(wrong)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    // What is valid plays on.
    expect((await studio.load(url)).status).toBe(200);
  });
});

import { afterAll, describe, expect, test } from 'bun:test';
import { Upload } from 'tus-js-client';
import { forAllTests, openStudio } from '../../../helpers/api.ts';
import { mediaFile } from '../../../helpers/media.ts';
import { finished, tusClient, UPLOADS } from './client.ts';

const clip = Buffer.from(await Bun.file(mediaFile('clip.mp4')).bytes());
const studio = forAllTests(() => openStudio());
const tus = forAllTests(() => tusClient(studio));
afterAll(() => studio.app.stop());

const as = (method: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-http-method-override': method, ...headers },
});

describe('POST with X-HTTP-Method-Override', () => {
  test('tus-js-client with overridePatchMethod uploads a file', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request, from) => studio.app.fetch(request, from),
    });
    const methods: string[] = [];
    try {
      const upload = await new Promise<Upload>((resolve, reject) => {
        const sending = new Upload(clip, {
          endpoint: `http://127.0.0.1:${server.port}${UPLOADS}`,
          overridePatchMethod: true,
          chunkSize: 2_000,
          retryDelays: [],
          headers: { 'x-service-api-key': studio.mainKey },
          metadata: { filename: 'clip.mp4', filetype: 'video/mp4' },
          onBeforeRequest: (request) => void methods.push(request.getMethod()),
          onSuccess: () => resolve(sending),
          onError: reject,
        });
        sending.start();
      });
      expect(new Set(methods)).toEqual(new Set(['POST']));
      const id = upload.url?.split('/').at(-1) ?? '';
      expect(await finished(studio, id)).toMatchObject({ status: 'ready', sizeBytes: clip.length });
    } finally {
      await server.stop(true);
    }
  });

  test('acts as HEAD, PATCH and DELETE, in either case', async () => {
    const path = (await tus.create(clip.length)).headers.get('location') ?? '';
    const bytes = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const appended = await tus.send('POST', path, { ...as('patch', bytes), body: clip.subarray(0, 100) });
    expect([appended.status, appended.headers.get('upload-offset')]).toEqual([204, '100']);
    const head = await tus.send('POST', path, as('HEAD'));
    expect([head.status, head.headers.get('upload-offset'), head.text]).toEqual([200, '100', '']);
    expect((await tus.send('POST', path, as('DELETE'))).status).toBe(204);
    expect((await tus.send('HEAD', path)).status).toBe(404);
  });

  test('of another method, and at any other path, is a POST', async () => {
    const path = (await tus.create(clip.length)).headers.get('location') ?? '';
    for (const method of ['GET', 'PUT', 'OPTIONS', 'POST', ''])
      expect([method, (await tus.send('POST', path, as(method))).status]).toEqual([method, 405]);
    const created = await tus.send('POST', UPLOADS, as('DELETE', { 'upload-length': '10' }));
    expect(created.status).toBe(201);
    const client = (await studio.post('/v2/clients', { firstName: 'Bo', lastName: 'Ek', email: 'bo@example.com' }))
      .body;
    const headers = { 'x-http-method-override': 'DELETE' };
    expect((await studio.post(`/v2/clients/${client.id}`, {}, headers)).status).toBe(405);
    expect((await studio.get(`/v2/clients/${client.id}`)).body.archivedAt).toBeNull();
  });
});

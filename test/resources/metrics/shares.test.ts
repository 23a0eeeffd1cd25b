import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { inPixelFont } from '../../../src/pages/share/pixel-font.ts';
import { readable } from '../../../src/resources/metrics/shares.ts';
import { forEachTest } from '../../helpers/api.ts';
import { openMetrics } from './set-up.ts';

let entryId: string;
const open = forEachTest(openMetrics);
beforeEach(async () => {
  await open.studio.patch(`/v2/clients/${open.clientId}`, { firstName: 'Zoë <b>', lastName: 'Secretive' });
  const squat = await open.addMetric({}, { title: 'Back "squat"' });
  ({ id: entryId } = await open.record(squat, 102.5, { reps: 5, notes: 'Private note' }));
  open.studio.events();
});

const share = () => open.send('POST', `/entries/${entryId}/share`);

/** A page as anybody gets it, without a credential. */
const visit = async (url: string, headers: Record<string, string> = {}) => {
  const response = await open.studio.app.fetch(new Request(url, { headers }));
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
};

/** The pixels of a PNG of 4 bits without filters, as numbers of its palette. */
const pixelsOf = (png: Buffer) => {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(lines.length).toBe((width / 2 + 1) * height);
  return { width, height, colours: chunks.get('PLTE')?.toString('hex'), used: new Set(lines).size };
};

describe('POST /v2/member/metrics/entries/{id}/share', () => {
  test('201 a page for 30 days; 200 and the same while it lives, then another one', async () => {
    const { status, body } = await share();
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        object: 'metric_share',
        text: 'Zoë <b>: Back "squat", 5 × 102.5 kg',
        url: expect.stringMatching(/^http:\/\/localhost\/share\/[\w-]{32}$/),
        expiresAt: '2026-04-01T08:00:00.000Z',
        createdAt: '2026-03-02T08:00:00.000Z',
        updatedAt: '2026-03-02T08:00:00.000Z',
      },
    ]);
    const again = await share();
    expect([again.status, again.body]).toEqual([200, body]);
    await open.studio.time.skipTo(Date.parse('2026-04-01T08:00:00.000Z'));
    expect((await visit(body.url)).status).toBe(404);
    const next = await share();
    expect(next.status).toBe(201);
    expect(next.body.url).not.toBe(body.url);
    expect(open.studio.events().filter((type) => type.startsWith('metric'))).toEqual([]);
  });
});

describe('GET /share/{token}', () => {
  test('200 a converted value as people write it, with its unit on the same line', async () => {
    const prefer = (weight: string | null) =>
      open.studio.send('PUT', '/v2/member/preferences/units', { weight }, { 'x-client-id': open.clientId });
    expect((await prefer('lb')).status).toBe(200);
    const { url, text } = (await share()).body;
    expect(text).toBe('Zoë <b>: Back "squat", 5 × 226 lb');
    expect((await visit(url)).text).toContain('<p class="value">5 × 226\u00a0lb</p>');
    expect((await prefer('kg')).status).toBe(200);
    expect((await visit(url)).text).toContain('<p class="value">5 × 102.5\u00a0kg</p>');
  });

  test.each([
    ['de-AT', 'de', '5 × 102,5', 'Diese Seite ist abgelaufen'],
    ['it', 'it', '5 × 102,5', 'Questa pagina è scaduta'],
    ['ja, en', 'en', '5 × 102.5', 'This page has expired'],
  ])('in %s: the language of the reader, with its numbers', async (accepted, language, value, ended) => {
    const { url } = (await share()).body;
    const { text } = await visit(url, { 'accept-language': accepted });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<p class="value">${value}\u00a0kg</p>`);
    expect(text).toContain(`"og:title" content="Back &quot;squat&quot;: ${value} kg"`);
    expect((await visit(`${url}x`, { 'accept-language': accepted })).text).toContain(ended);
  });

  test('200 first name, metric and value in the colours of the studio, and nothing else of the member', async () => {
    const { url } = (await share()).body;
    const { status, headers, text } = await visit(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(
      /^style-src 'sha256-[\w+/]{43}='; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; font-src 'self'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    for (const shown of ['Zoë &lt;b&gt;', 'Back &quot;squat&quot;', '5 × 102.5 kg', 'Test studio'])
      expect(text).toContain(shown);
    for (const hidden of ['Secretive', 'Private note', open.clientId, entryId, '<b>', '{{', '<script'])
      expect(text).not.toContain(hidden);
    expect(text).toContain(`<meta property="og:image" content="${url}/picture.png">`);
    const theme = { colors: { primary: '#7a1f5c', onPrimary: '#ffffff' } };
    expect((await open.studio.send('PUT', '/manage/experience', { theme })).status).toBe(200);
    expect((await visit(url)).text).toContain('--accent: #7a1f5c');
    const { headers: picture, bytes } = await visit(`${url}/picture.png`);
    expect(picture.get('content-type')).toBe('image/png');
    expect(picture.get('content-security-policy')).toContain("default-src 'none'");
    const { width, height, colours, used } = pixelsOf(bytes);
    expect([width, height, colours?.slice(0, 6), colours?.slice(-6)]).toEqual([1200, 630, '7a1f5c', 'ffffff']);
    expect(used).toBeGreaterThan(4);
  });

  test('200 a picture is drawn once while it stays the same, and may be cached', async () => {
    const { url } = (await share()).body;
    const address = `${url}/picture.png`;
    const deflate = spyOn(process.getBuiltinModule('node:zlib'), 'deflateSync');
    try {
      const first = await visit(address);
      const second = await visit(address);
      expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
      expect(deflate.mock.calls.length).toBe(1);
      const etag = first.headers.get('etag') ?? '';
      expect([first.headers.get('cache-control'), etag]).toEqual([
        'public, max-age=300',
        expect.stringMatching(/^"\w+"$/),
      ]);
      const known = new Request(address, { headers: { 'if-none-match': etag } });
      const again = await open.studio.app.fetch(known);
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      const theme = { colors: { primary: '#123456', onPrimary: '#ffffff' } };
      expect((await open.studio.send('PUT', '/manage/experience', { theme })).status).toBe(200);
      expect(pixelsOf((await visit(address)).bytes).colours?.slice(0, 6)).toBe('123456');
      expect((await open.studio.app.fetch(new Request(address, { headers: { 'if-none-match': etag } }))).status).toBe(
        200,
      );
    } finally {
      deflate.mockRestore();
    }
  });

  test('404 once the entry is deleted, and for any other token', async () => {
    const { url } = (await share()).body;
    await open.send('DELETE', `/entries/${entryId}`);
    for (const path of [url, `${url}/picture.png`, 'http://localhost/share/unknown', `${url}x`]) {
      const { status, text, headers } = await visit(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(text).toContain('This page has expired');
      expect(text).not.toContain('squat');
    }
  });

  test('404 once the client is erased', async () => {
    const { url } = (await share()).body;
    expect((await open.studio.post(`/manage/clients/${open.clientId}/erase`, {})).status).toBe(200);
    expect((await visit(url)).status).toBe(404);
  });

  test('404 once the client is archived, also when they are restored', async () => {
    const { url } = (await share()).body;
    await open.studio.delete(`/v2/clients/${open.clientId}`);
    expect((await visit(url)).status).toBe(404);
    await open.studio.patch(`/v2/clients/${open.clientId}`, { status: 'active' });
    expect((await visit(url)).status).toBe(404);
    expect((await share()).status).toBe(201);
  });
});

test('a value stays as it was entered, and a converted one has the decimals that say something', () => {
  expect([102.75, 220.46226, 5.2345, 0.12345, 60].map(readable)).toEqual([102.75, 220.5, 5.23, 0.1235, 60]);
});

test('the letters of pictures: accents are left out, and other scripts unknown', () => {
  expect([
    inPixelFont('Zoë Müller-Groß, 5 × Łódź'),
    inPixelFont('Приседания'),
    inPixelFont('跳'),
    inPixelFont('~ {|}'),
  ]).toEqual(['Zoe Muller-Gross, 5 x Lodz', undefined, undefined, '~ {|}']);
});

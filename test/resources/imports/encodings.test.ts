import { expect, test } from 'bun:test';
import { openStudio, type Studio } from '../../helpers/api.ts';

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

const TEXT = 'externalId,firstName,lastName,address.city\n1,Zo\u00e9,M\u00fcller,K\u00f6ln\n';

/** The same file as spreadsheets save it. */
const FILES: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(TEXT),
  'UTF-8 with a mark': Buffer.from(`\ufeff${TEXT}`),
  'Windows-1252': Buffer.from(TEXT, 'latin1'),
  'UTF-16, little-endian': Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
  'UTF-16, big-endian': swapped(Buffer.from(`\ufeff${TEXT}`, 'utf16le')),
  semicolons: Buffer.from(TEXT.replaceAll(',', ';')),
  'semicolons in Windows-1252': Buffer.from(TEXT.replaceAll(',', ';'), 'latin1'),
  tabs: Buffer.from(TEXT.replaceAll(',', '\t')),
  'vertical bars': Buffer.from(TEXT.replaceAll(',', '|')),
  'a line that says the separator': Buffer.from(`sep=;\r\n${TEXT.replaceAll(',', ';')}`),
  'quoted commas in a file with semicolons': Buffer.from(
    TEXT.replaceAll(',', ';').replace('externalId', '"externalId"'),
  ),
};

const send = (studio: Studio, pieces: readonly Uint8Array[]) =>
  studio.app.fetch(
    new Request('http://localhost/manage/imports?family=clients', {
      method: 'POST',
      headers: { 'x-service-api-key': studio.mainKey, 'content-type': 'text/csv' },
      body: new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
    }),
  );

test.each(Object.keys(FILES))('200 %s, whole and byte by byte', async (name) => {
  const bytes = FILES[name] ?? Buffer.alloc(0);
  for (const pieces of [[new Uint8Array(bytes)], [...bytes].map((byte) => Uint8Array.of(byte))]) {
    const studio = await openStudio();
    const response = await send(studio, pieces);
    expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
    expect((await studio.get('/v2/clients?external_id=1')).body.data).toMatchObject([
      { firstName: 'Zo\u00e9', lastName: 'M\u00fcller', address: { city: 'K\u00f6ln' } },
    ]);
    expect(studio.events()).toEqual(['import.completed']);
  }
});

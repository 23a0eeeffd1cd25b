import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio, type Studio } from '../../helpers/api.ts';

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

const TEXT = 'externalId,firstName,lastName,address.city\n1,Zo\u00e9,M\u00fcller,K\u00f6ln\n';

/** The same file as spreadsheets save it, and the encoding that has to be said. */
const FILES: Readonly<Record<string, readonly [bytes: Buffer, encoding?: string]>> = {
  'UTF-8': [Buffer.from(TEXT)],
  'UTF-8 with a mark': [Buffer.from(`\ufeff${TEXT}`)],
  'UTF-8 with a mark, said too': [Buffer.from(`\ufeff${TEXT}`), 'utf8'],
  'Windows-1252': [Buffer.from(TEXT, 'latin1'), 'windows-1252'],
  'UTF-16, little-endian': [Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  'UTF-16, big-endian': [swapped(Buffer.from(`\ufeff${TEXT}`, 'utf16le'))],
  'UTF-16, big-endian, said too': [swapped(Buffer.from(`\ufeff${TEXT}`, 'utf16le')), 'UTF-16'],
  'UTF-16 without a mark': [Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
  semicolons: [Buffer.from(TEXT.replaceAll(',', ';'))],
  'semicolons in Windows-1252': [Buffer.from(TEXT.replaceAll(',', ';'), 'latin1'), 'cp1252'],
  tabs: [Buffer.from(TEXT.replaceAll(',', '\t'))],
  'vertical bars': [Buffer.from(TEXT.replaceAll(',', '|'))],
  'a line that says the separator': [Buffer.from(`sep=;\r\n${TEXT.replaceAll(',', ';')}`)],
  'quoted commas in a file with semicolons': [
    Buffer.from(TEXT.replaceAll(',', ';').replace('externalId', '"externalId"')),
  ],
};

interface Sent {
  readonly query?: Record<string, string>;
  readonly path?: string;
  readonly type?: string;
}

const send = async (
  studio: Studio,
  pieces: readonly Uint8Array[],
  { query = {}, path = '', type = 'text/csv' }: Sent = {},
) => {
  const response = await studio.app.fetch(
    new Request(`http://localhost/manage/imports${path}?${new URLSearchParams({ family: 'clients', ...query })}`, {
      method: 'POST',
      headers: { 'x-service-api-key': studio.mainKey, 'content-type': type },
      body: new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
    }),
  );
  return { status: response.status, body: JSON.parse(await response.text()) };
};

test.each(Object.keys(FILES))('200 %s, whole and byte by byte', async (name) => {
  const [bytes, encoding] = FILES[name] ?? [Buffer.alloc(0)];
  const query: Record<string, string> = encoding === undefined ? {} : { encoding };
  for (const pieces of [[new Uint8Array(bytes)], [...bytes].map((byte) => Uint8Array.of(byte))]) {
    const studio = await openStudio();
    const { status, body } = await send(studio, pieces, { query });
    expect([status, body.error, body.notes]).toEqual([200, undefined, []]);
    expect((await studio.get('/v2/clients?external_id=1')).body.data).toMatchObject([
      { firstName: 'Zo\u00e9', lastName: 'M\u00fcller', address: { city: 'K\u00f6ln' } },
    ]);
    expect(studio.events()).toEqual(['import.completed']);
  }
});

/** One client whose name is these bytes. */
const named = (...name: readonly number[]): Uint8Array =>
  Buffer.concat([Buffer.from('externalId,firstName,lastName\n7,'), Uint8Array.from(name), Buffer.from(',Lee\n')]);

/** \u0141ukasz in Windows-1250, which is \u00a3ukasz in Windows-1252. */
const POLISH = named(0xa3, ...Buffer.from('ukasz'));
/** \u0418\u0432\u0430\u043d in Windows-1251. */
const RUSSIAN = named(0xc8, 0xe2, 0xe0, 0xed);
/** \u592a\u90ce in Shift_JIS. */
const JAPANESE = named(0x91, 0xbe, 0x98, 0x59);
/** \u00c9milie in Mac Roman, in which Excel for Mac saves. */
const FRENCH = named(0x83, ...Buffer.from('milie'));

const studio = forEachTest(openStudio);
const firstName = async () => (await studio.get('/v2/clients?external_id=7')).body.data[0]?.firstName;

describe('a declared encoding counts', () => {
  test.each([
    ['windows-1250', POLISH, '\u0141ukasz'],
    ['cp1250', POLISH, '\u0141ukasz'],
    ['windows-1251', RUSSIAN, '\u0418\u0432\u0430\u043d'],
    ['Shift_JIS', JAPANESE, '\u592a\u90ce'],
    ['macintosh', FRENCH, '\u00c9milie'],
    ['windows-1252', POLISH, '\u00a3ukasz'],
  ] as const)('200 %s: by the query and by the charset of the content type', async (encoding, bytes, expected) => {
    for (const sent of [
      { query: { encoding } },
      { type: `text/csv; charset=${encoding}` },
      { type: `text/csv;header=present; Charset="${encoding}"` },
    ]) {
      const { status, body } = await send(studio, [bytes], sent);
      expect([status, body.error, body.notes]).toEqual([200, undefined, []]);
      expect(await firstName()).toBe(expected);
    }
  });

  test('200 the query before the content type, which the notes say', async () => {
    const sent = { query: { encoding: 'windows-1250' }, type: 'text/csv; charset=utf-8' };
    const { body } = await send(studio, [POLISH], sent);
    const message = "The file was read in windows-1250, as set by 'encoding'; its content type is utf-8.";
    expect(body.notes).toMatchObject([{ column: '', message }]);
    expect(await firstName()).toBe('\u0141ukasz');
  });

  test('200 JSON in a declared encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('[{"externalId":"7","lastName":"Lee","firstName":"'),
      POLISH.subarray(32, 38),
      Buffer.from('"}]'),
    ]);
    const sent = { type: 'application/json', query: { encoding: 'windows-1250' } };
    expect((await send(studio, [bytes], sent)).status).toBe(200);
    expect(await firstName()).toBe('\u0141ukasz');
  });

  test('415 an encoding that the WHATWG Encoding Standard does not name, or has replaced', async () => {
    for (const label of ['windows-1299', 'iso-2022-kr', 'utf-7']) {
      for (const sent of [{ query: { encoding: label } }, { type: `text/csv; charset=${label}` }]) {
        for (const path of ['', '/preview', '/check']) {
          const { status, body } = await send(studio, [POLISH], { ...sent, path });
          expect([status, body.error.code]).toEqual([415, 'content_type_unsupported']);
          expect(body.error.message).toContain(`Unknown encoding '${label}'`);
        }
      }
    }
  });

  test('400 bytes that it does not have, also in a dry run', async () => {
    for (const query of [{}, { dry_run: 'true' }]) {
      const { status, body } = await send(studio, [POLISH], { query, type: 'text/csv; charset=utf-8' });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('is not utf-8 throughout')]);
    }
    const cut = await send(studio, [JAPANESE.subarray(0, -6)], { query: { encoding: 'shift_jis' } });
    expect([cut.status, cut.body.error.message]).toEqual([400, expect.stringContaining('is not shift_jis throughout')]);
  });

  test('400 a byte order mark that contradicts it', async () => {
    const { status, body } = await send(studio, [Buffer.from(`\ufeff${TEXT}`)], {
      query: { encoding: 'windows-1250' },
    });
    expect([status, body.error.param]).toEqual([400, 'encoding']);
    expect(body.error.message).toContain('the byte order mark of utf-8, but is declared to be windows-1250');
  });
});

describe('a file that is not UTF-8 and declares nothing', () => {
  test.each([
    ['whole', [POLISH]],
    ['byte by byte', [...POLISH].map((byte) => Uint8Array.of(byte))],
  ] as const)('400 is not imported: what it can be is said, %s', async (_how, pieces) => {
    const { status, body } = await send(studio, pieces);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_missing', 'encoding']);
    expect(body.error.message).toBe(
      'The file is not UTF-8, and its encoding is unknown. Its first cell with another letter is ' +
        "'\u00a3ukasz' in windows-1252, '\u0141ukasz' in windows-1250, '\u0408ukasz' in windows-1251, '\u00a3ukasz' in windows-1253, " +
        "'\u00a3ukasz' in windows-1254, '\uff63ukasz' in shift_jis, '\u00a3ukasz' in macintosh. " +
        "Send it as 'encoding' (studiod import: --encoding), or save the file as UTF-8.",
    );
    expect((await studio.get('/v2/clients')).body.data).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('200 a dry run and a check read it, and say how', async () => {
    for (const sent of [{ query: { dry_run: 'true' } }, { path: '/check' }]) {
      const { status, body } = await send(studio, [POLISH], sent);
      expect([status, body.created]).toEqual([200, 1]);
      expect(body.notes).toMatchObject([
        { column: '', reason: 'encoding_unknown', facts: { encoding: 'windows-1252' } },
      ]);
      expect(body.notes[0].message).toStartWith(
        'The file is not UTF-8, and its encoding is unknown: it was read in windows-1252',
      );
      expect(body.notes[0].message).toContain("'\u0141ukasz' in windows-1250");
    }
    expect(studio.events()).toEqual([]);
  });

  test.each([
    ['pl-PL', POLISH, 'windows-1250', '\u0141ukasz'],
    ['ru-RU', RUSSIAN, 'windows-1251', '\u0418\u0432\u0430\u043d'],
    ['ja-JP', JAPANESE, 'shift_jis', '\u592a\u90ce'],
    ['fr-FR', FRENCH, 'windows-1252', '\u0192milie'],
  ] as const)(
    '200 the preview of a studio in %s has the likely encoding first',
    async (locale, bytes, encoding, text) => {
      await studio.given(studio.patch('/v2/settings', { brand: { locale } }));
      const { status, body } = await send(studio, [bytes], { path: '/preview' });
      expect(status).toBe(200);
      expect(body.encoding.readAs).toBe(encoding);
      expect(body.encoding.examples[0]).toEqual({ encoding, text });
      expect(body.columns[1].examples).toEqual([text]);
      expect(body.notes).toHaveLength(1);
      const said = await send(studio, [bytes], { path: '/preview', query: { encoding } });
      expect([said.body.encoding, said.body.notes]).toEqual([null, []]);
    },
  );

  test('200 an encoding of another letter than all of its file is not the one in which it is read', async () => {
    // The first name is text in both, the second in Windows-1250 alone.
    const bytes = Buffer.concat([
      named(...Buffer.from('Zo'), 0xeb),
      Buffer.from('8,'),
      Uint8Array.of(0x8d),
      Buffer.from('ak,Lee\n'),
    ]);
    const { body } = await send(studio, [bytes], { path: '/preview' });
    expect(body.encoding.readAs).toBe('windows-1250');
  });

  test('400 a file that begins as UTF-8, also in a dry run', async () => {
    const filler = Buffer.from('8,Ann,Lee\n'.repeat(130_000));
    const bytes = Buffer.concat([
      Buffer.from('externalId,firstName,lastName\n7,Zo\u00e9,Lee\n'),
      filler,
      POLISH.subarray(30),
    ]);
    const { status, body } = await send(studio, [bytes], { path: '/preview' });
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('begins as UTF-8, but is not utf-8 throughout'),
    ]);
  });
});

import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTags, english, partsOf, textsFolder } from '../../scripts/texting/catalogues.ts';
import { exportPo, importPo, notImported, readPo, tagOfLocale } from '../../scripts/texting/po.ts';
import { run, testFolder } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

const translated = catalogueTags.filter((tag) => tag !== 'en');

/** The entry of a text, as it stands in a file. */
const entryOf = (file: string, context: string): string =>
  file.split('\n\n').find((entry) => entry.includes(`msgctxt "${context}"`)) ?? '';

/** A file of one entry. */
const fileOf = (language: string, context: string, msgid: string, msgstr: string): string =>
  `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=utf-8\\n"\n\nmsgctxt "${context}"\nmsgid "${msgid}"\nmsgstr "${msgstr}"\n`;

describe.each(translated)('the file of %s', (tag) => {
  const file = exportPo(tag);

  test('changes nothing when it comes back', () => {
    expect(importPo(file)).toEqual({ tag, problems: [], files: new Map(), fuzzy: 0 });
    expect(exportPo(tag, { earlier: readPo(file) })).toBe(file);
  });

  test('has every text of the catalogue', () => {
    const { translations } = readPo(file);
    const lost = [...english].flatMap(([area]) =>
      [...partsOf(tag, area)].flatMap(([part, texts]) =>
        Object.entries(texts)
          .filter(([name]) => english.get(area)?.get(part)?.[name] !== '')
          .filter(([name, text]) => {
            const context = `${area}/${part}/${name}`;
            const [entry] = Object.values(translations[context] ?? {});
            return entry?.msgstr[0] !== text;
          }),
      ),
    );
    expect(lost).toEqual([]);
  });
});

test('what is imported is written as the files stand, byte for byte', () => {
  // The informal texts, as if a translator had given them for the formal ones, which differ from file to file.
  const { files, problems } = importPo(exportPo('de').replace('Language: de', 'Language: de@formal'));
  expect(problems).toEqual([]);
  expect(files.size).toBeGreaterThan(80);
  for (const [path, texts] of files) {
    const own = path.replace('de-x-formal', 'de');
    const withoutEmpty = Object.entries(JSON.parse(readFileSync(join(textsFolder, own), 'utf8'))).filter(
      ([name]) => english.get(own.split('/')[1] as 'book')?.get(own.replace(/.*\/|\.json$/g, ''))?.[name] !== '',
    );
    expect([path, JSON.stringify(texts)]).toEqual([path, JSON.stringify(Object.fromEntries(withoutEmpty))]);
  }
});

test('an entry tells what the text is, where it stands and how it is written', () => {
  const entry = entryOf(exportPo('es', { area: 'book' }), 'book/booking/left');
  expect(entry.split('\n')).toEqual([
    expect.stringMatching(/^#: src\/pages\/book\/.+\.ts$/),
    expect.stringMatching(/^#\. ./),
    expect.stringMatching(/^#\. Part: ./),
    'msgctxt "book/booking/left"',
    'msgid "left"',
    'msgstr "disponibles"',
  ]);
  expect(exportPo('es', { area: 'book' })).not.toContain('msgctxt "console/');
});

test('languages are named as gettext names them', () => {
  expect(exportPo('en-GB', { area: 'pages' })).toContain('"Language: en_GB\\n"');
  expect(exportPo('de-x-formal', { area: 'pages' })).toContain('"Language: de@formal\\n"');
  expect(['pt_BR', 'de@formal', 'it'].map(tagOfLocale)).toEqual(['pt-BR', 'de-x-formal', 'it']);
});

describe('a text whose English has changed since', () => {
  const file = exportPo('it', { area: 'book' });
  const before = file.replace('msgid "Schedule"', 'msgid "Timetable \\"old\\""');
  const context = 'book/book/timetable';

  test('is fuzzy, with the English before, for as long as nobody looks', () => {
    const next = exportPo('it', { area: 'book', earlier: readPo(before) });
    const lines = entryOf(next, context).split('\n');
    expect(lines).toContain('#, fuzzy');
    expect(lines).toContain('#| msgid "Timetable \\"old\\""');
    expect(next.match(/fuzzy/g)).toHaveLength(1);
    expect(exportPo('it', { area: 'book', earlier: readPo(next) })).toBe(next);
    expect(importPo(next)).toEqual({ tag: 'it', problems: [], files: new Map(), fuzzy: 1 });
  });

  test('is not once it was translated anew', () => {
    const [, own = ''] = /msgstr "(.+)"/.exec(entryOf(before, context)) ?? [];
    const other = before.replace(`msgid "Timetable \\"old\\""\nmsgstr "${own}"`, 'msgid "Timetable"\nmsgstr "Tabella"');
    expect(exportPo('it', { area: 'book', earlier: readPo(other) })).toBe(file);
    // The file has a translation that the catalogue lacks, and is not written over.
    expect(notImported('it', readPo(other))).toEqual([context]);
    expect(notImported('it', readPo(before))).toEqual([]);
  });
});

describe('a file is refused in words', () => {
  const credits = english.get('book')?.get('booking');
  const [name = '', text = ''] =
    Object.entries(credits ?? {}).find(([, each]) => /^\{count, plural/.test(each) && !/["\\]/.test(each)) ?? [];
  const context = `book/booking/${name}`;

  test.each([
    [
      'a value that is renamed',
      'book/shell/close',
      'Close',
      'Chiudi {nome}',
      'has {nome}, which the English text does not have',
    ],
    [
      'a plural form that is missing',
      context,
      text,
      '{count, plural, many {# posti} other {# posti}}',
      "{count} lacks the form 'one'",
    ],
    [
      'the form that every plural has',
      context,
      text,
      '{count, plural, one {# posto}}',
      "is not ICU MessageFormat: the form 'other' is missing",
    ],
    [
      'a brace that is missing',
      context,
      text,
      '{count, plural, one {# posto other {# posti}}',
      'is not ICU MessageFormat: a brace { or } is missing, or one is too many',
    ],
    ['a text that there is not', 'book/shell/nowhere', 'Nowhere', 'Da nessuna parte', 'there is no such text'],
    ['an area that there is not', 'books/shell/close', 'Close', 'Chiudi', 'there is no such text'],
  ])('%s', (_what, at, msgid, msgstr, problem) => {
    const { problems, files } = importPo(fileOf('it', at, msgid, msgstr));
    expect(problems.join('\n')).toContain(`${at}: ${problem}`);
    expect(files.size).toBe(0);
  });

  test('a text that is too long for its place', () => {
    const long = 'Una settimana intera di lezioni per tutti';
    expect(importPo(fileOf('de', 'console/shell/today', 'Today', long)).problems).toEqual([
      `console/shell/today: has ${long.length} characters, of 16 at most`,
    ]);
  });

  test('a turn that the language does not have', () => {
    expect(importPo(fileOf('es', 'book/shell/close', 'Close', 'Cierra el miembro')).problems).toEqual([
      'book/shell/close: has “miembro”: «socio»',
    ]);
  });

  test('one problem keeps all translations out', () => {
    const good = fileOf('it', 'book/shell/close', 'Close', 'Chiudere');
    expect([...importPo(good).files.keys()]).toEqual(['it/book/shell.json']);
    const both = `${good}\nmsgctxt "book/shell/back"\nmsgid "Back"\nmsgstr "{indietro}"\n`;
    expect(importPo(both)).toMatchObject({ files: new Map() });
    expect(importPo(both).problems).toHaveLength(1);
  });

  test('a language that is not declared', () => {
    expect(importPo(fileOf('nl', 'book/shell/close', 'Close', 'Sluiten')).problems).toEqual([
      expect.stringContaining('the header Language must be one of en_GB, de, de@formal'),
    ]);
  });

  test('what is no PO file', () => {
    expect(() => importPo('msgid "Close\nmsgstr ""\n')).toThrow(/not a PO file/);
  });
});

test('a translation that is emptied is taken out, so that the fallback is read', () => {
  const { files } = importPo(fileOf('it', 'book/shell/close', 'Close', ''));
  expect(files.get('it/book/shell.json')).not.toHaveProperty('close');
});

describe('the command', () => {
  const folder = testFolder();
  const texts = (...words: string[]) => run({ cwd: root }, process.execPath, 'scripts/texts.ts', ...words);

  test('writes a file, and takes it back', async () => {
    const file = join(folder, 'it.po');
    expect(await texts('export', '--language', 'it', '--area', 'pages', '--out', file)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(exportPo('it', { area: 'pages' }));
    expect(await texts('import', file)).toEqual({ code: 0, out: 'it: 0 files written.\n', err: '' });
  });

  test('writes nothing of a file with a problem, and nothing over a file that is not imported', async () => {
    const file = join(folder, 'bad.po');
    const bad = fileOf('it', 'book/shell/close', 'Close', 'Chiudi {nome}');
    writeFileSync(file, bad);
    const refused = await texts('import', file);
    expect([refused.code, refused.err.split('\n').at(-2)]).toEqual([1, '1 problem. Nothing was written.']);
    const again = await texts('export', '--language', 'it', '--out', file);
    expect(again.code).toBe(1);
    expect(again.err).toContain('1 translation that is not imported. Import it, or name another file.');
    expect(readFileSync(file, 'utf8')).toBe(bad);
  });

  test('knows its languages', async () => {
    const { code, err } = await texts('export', '--language', 'nl');
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      "Unknown language 'nl'. Declare it in src/texts/languages.json first.",
    ]);
  });
});

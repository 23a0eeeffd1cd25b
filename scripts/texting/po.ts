// The file for translators: PO, as Poedit, Weblate and Crowdin open it.
import { type Entry, type File, po } from 'gettext-parser';
import { AREAS, type Area, catalogueTags, english, partsOf, type Texts } from './catalogues.ts';
import { bannedIn, problemsOfText } from './check.ts';
import { type Note, notesOf } from './notes.ts';
import { usesOf } from './uses.ts';

/** A language as gettext writes it: `en_GB` for `en-GB`, `de@formal` for the form `de-x-formal`. */
const localeOf = (tag: string): string => tag.replace('-x-', '@').replace('-', '_');

export const tagOfLocale = (locale: string): string => locale.trim().replace('_', '-').replace('@', '-x-');

/** A text of the English catalogue, with its translation. */
interface Pair {
  readonly context: string;
  readonly area: Area;
  readonly part: string;
  readonly name: string;
  readonly english: string;
  /** The translation; undefined where the language has none. */
  readonly own: string | undefined;
}

/** The texts of an area or of all. Those that are empty in English are left out: PO has no such entries. */
const pairsOf = (tag: string, only?: Area): readonly Pair[] =>
  AREAS.filter((area) => only === undefined || area === only).flatMap((area) => {
    const own = partsOf(tag, area);
    return [...(english.get(area) ?? [])].flatMap(([part, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => ({
          context: `${area}/${part}/${name}`,
          area,
          part,
          name,
          english: text,
          own: own.get(part)?.[name],
        })),
    );
  });

const entriesOf = (file: File): readonly Entry[] =>
  Object.values(file.translations)
    .flatMap((entries) => Object.values(entries))
    .filter(({ msgid }) => msgid !== '');

const isFuzzy = ({ comments }: Entry): boolean => /\bfuzzy\b/.test(comments?.flag ?? '');

const textOf = ({ msgstr: [text = ''] }: Entry): string => text;

/** The English text that an entry was translated from: where it has changed since, the one before. */
const sourceOf = (entry: Entry): string => {
  const previous = isFuzzy(entry) ? /^msgid (.*)/s.exec(entry.comments?.previous ?? '')?.[1] : undefined;
  if (previous === undefined) return entry.msgid;
  const pieces = previous.match(/"(?:\\.|[^"\\])*"/g) ?? [];
  return pieces.map((piece) => String(JSON.parse(piece))).join('');
};

/** What a translator reads: what the text is, in which part, and how long it may be. */
const tellsOf = (partNote: Note | undefined, note: Note | undefined): string =>
  [
    note?.note ?? [],
    note?.max === undefined ? [] : `At most ${note.max} characters.`,
    partNote?.note === undefined ? [] : `Part: ${partNote.note}`,
  ]
    .flat()
    .join('\n');

const entryOf = (pair: Pair, earlier: Entry | undefined): Entry => {
  const { area, part, name, own } = pair;
  const notes = notesOf(area, part);
  const from = earlier === undefined ? pair.english : sourceOf(earlier);
  // What was translated from an earlier English text waits for a look, unless it was translated anew since.
  const isOld = from !== pair.english && own !== undefined && earlier !== undefined && textOf(earlier) === own;
  return {
    msgctxt: pair.context,
    msgid: pair.english,
    msgstr: [own ?? ''],
    comments: {
      reference: usesOf(area, part, name).slice(0, 3).join('\n'),
      extracted: tellsOf(notes.get(''), notes.get(name)),
      ...(isOld ? { flag: 'fuzzy', previous: `msgid ${JSON.stringify(from)}` } : {}),
    },
  };
};

/** Reads a file. @throws SyntaxError with words for whoever has changed it by hand */
export const readPo = (text: string): File => {
  try {
    return po.parse(text, { validation: true });
  } catch (error) {
    const { message, lineNumber } = error as Error & { readonly lineNumber?: number };
    throw new SyntaxError(`not a PO file${lineNumber === undefined ? '' : `, line ${lineNumber}`}: ${message}`);
  }
};

/** Entries of a file whose translation the catalogue does not have: writing the file anew would lose them. */
export const notImported = (tag: string, earlier: File): readonly string[] => {
  const has = new Map(pairsOf(tag).map(({ context, own = '' }) => [context, own]));
  return entriesOf(earlier)
    .filter((entry) => textOf(entry) !== '' && has.get(entry.msgctxt ?? '') !== textOf(entry))
    .map(({ msgctxt = '' }) => msgctxt);
};

/** The file of a language. @param earlier the file as it was written before: it knows the English that was translated. */
export const exportPo = (
  tag: string,
  { area, earlier }: { area?: Area | undefined; earlier?: File | undefined } = {},
): string => {
  const before = new Map((earlier === undefined ? [] : entriesOf(earlier)).map((each) => [each.msgctxt, each]));
  const translations: Record<string, Record<string, Entry>> = {};
  for (const pair of pairsOf(tag, area))
    translations[pair.context] = { [pair.english]: entryOf(pair, before.get(pair.context)) };
  const headers = {
    'Project-Id-Version': 'studiod',
    Language: localeOf(tag),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  return po.compile({ headers, translations }, { foldLength: 0 }).toString();
};

interface Imported {
  readonly tag: string;
  /** What is wrong, a line for each; nothing may be written then. */
  readonly problems: readonly string[];
  /** The texts of the parts that change, by their path below `src/texts`. */
  readonly files: ReadonlyMap<string, Texts>;
  /** Entries that wait for a look, and are left as they are. */
  readonly fuzzy: number;
}

const problemsOfEntry = (tag: string, entry: Entry, pair: Pair | undefined): readonly string[] => {
  const { msgctxt = '' } = entry;
  if (pair === undefined) return [`${msgctxt || `“${entry.msgid}”`}: there is no such text; export the file again`];
  const text = textOf(entry);
  const note = notesOf(pair.area, pair.part).get(pair.name);
  // What stands in the catalogue already is checked there.
  const found =
    text === '' || text === pair.own ? [] : [...problemsOfText(tag, text, pair.english, note), ...bannedIn(tag, text)];
  return found.map((each) => `${msgctxt}: ${each}`);
};

/** The parts in which the texts of entries stand, in the order of the English texts. An empty translation is none. */
const filesOf = (tag: string, pairs: readonly Pair[], texts: ReadonlyMap<string, string>): Map<string, Texts> => {
  const catalogue = new Map(AREAS.map((area) => [area, partsOf(tag, area)]));
  const parts = Map.groupBy(pairs, ({ area, part }) => `${area}/${part}`);
  const files = new Map<string, Texts>();
  for (const [path, [first]] of parts) {
    if (first === undefined) continue;
    const own = catalogue.get(first.area)?.get(first.part) ?? {};
    const names = Object.keys(english.get(first.area)?.get(first.part) ?? {});
    const next = names.flatMap((name) => {
      const text = texts.get(`${path}/${name}`) ?? own[name];
      return text === undefined || (text === '' && texts.has(`${path}/${name}`)) ? [] : [[name, text] as const];
    });
    const isSame = next.length === Object.keys(own).length && next.every(([name, text]) => own[name] === text);
    if (!isSame) files.set(`${tag}/${path}.json`, Object.fromEntries(next));
  }
  return files;
};

/** Checks a file and says what would be written. @throws SyntaxError where it is no PO file */
export const importPo = (text: string): Imported => {
  const file = readPo(text);
  const tag = tagOfLocale(file.headers.Language ?? '');
  const nothing = { tag, files: new Map(), fuzzy: 0 };
  if (!catalogueTags.includes(tag) || tag === 'en') {
    const known = catalogueTags.filter((each) => each !== 'en').map(localeOf);
    return { ...nothing, problems: [`the header Language must be one of ${known.join(', ')}`] };
  }
  const pairs = pairsOf(tag);
  const byContext = new Map(pairs.map((pair) => [pair.context, pair]));
  const entries = entriesOf(file);
  const done = entries.filter((entry) => !isFuzzy(entry));
  const problems = done.flatMap((entry) => problemsOfEntry(tag, entry, byContext.get(entry.msgctxt ?? '')));
  if (problems.length > 0) return { ...nothing, problems };
  const texts = new Map(done.map((entry) => [entry.msgctxt ?? '', textOf(entry)]));
  return { tag, problems, files: filesOf(tag, pairs, texts), fuzzy: entries.length - done.length };
};

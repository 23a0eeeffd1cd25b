// A language that only tests have: English with accents, longer, in brackets. What is shown without them is not in the catalogue.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import type { MessagePart } from '../../src/texts/message.ts';
import { english, languages, type Reader, textsFolder } from './catalogues.ts';

/** The tag of the language, as ICU names its pseudo-locale. */
export const PSEUDO = 'en-XA';

/** What is in brackets is a text of the catalogue. No name of a studio has them. */
export const [OPEN, CLOSE] = ['⟦', '⟧'] as const;

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'AÀBƁCÇDĐEÉFƑGĜHĤIÎJĴKĶLĻMḾNÑOÔPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž']
    .join('')
    .match(/../gu)
    ?.map((pair) => [...pair] as [string, string]) ?? [],
);

/** Words with accents, their vowels twice: longer by two fifths. */
const accented = (words: string): string =>
  words.replace(/[A-Za-z]/g, (letter) => {
    const accent = ACCENTS[letter] ?? letter;
    return /[aeiou]/.test(letter) ? accent + accent : accent;
  });

const LITERAL = 0;

/** Where the words of a message stand in its text: what it names, chooses and tags is none of them. */
const wordsOf = (parts: readonly MessagePart[]): readonly (readonly [start: number, end: number])[] =>
  parts.flatMap(({ type, location, options = {}, children = [] }) => [
    ...(type === LITERAL && location !== undefined ? [[location.start.offset, location.end.offset] as const] : []),
    ...Object.values(options).flatMap(({ value }) => wordsOf(value)),
    ...wordsOf(children),
  ]);

/** An English text in the language of tests. Its values, forms and tags stay as they are. */
export const pseudoOf = (text: string): string => {
  if (text.trim() === '') return text;
  const message = new IntlMessageFormat(text, 'en', undefined, { captureLocation: true });
  let made = '';
  let done = 0;
  for (const [start, end] of wordsOf(message.getAst())) {
    made += text.slice(done, start) + accented(text.slice(start, end));
    done = end;
  }
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(made + text.slice(done)) ?? [];
  return `${before}${OPEN}${words}${CLOSE}${after}`;
};

const root = resolve(textsFolder, '../..');

/** What the program runs from, beside its texts and its packages. */
const NEEDED = [
  'src',
  'migrations',
  'systemd',
  'scripts/texting',
  'scripts/texts.ts',
  'package.json',
  'tsconfig.json',
  'biome.json',
];

/** A language that a copy of the project has besides. */
interface NewLanguage {
  readonly tag: string;
  readonly name: string;
  readonly readers: readonly Reader[];
  /** Its texts by their paths, such as `book/shell.json`. */
  readonly files: ReadonlyMap<string, object>;
}

/** English in the language of tests, for staff and members. */
export const pseudoLanguage = (): NewLanguage => {
  const files = [...english].flatMap(([area, parts]) =>
    [...parts].map(([part, texts]) => {
      const made = Object.entries(texts).map(([key, text]) => [key, pseudoOf(text)]);
      return [`${area}/${part}.json`, Object.fromEntries(made) as object] as const;
    }),
  );
  return { tag: PSEUDO, name: `${OPEN}Pseudo${CLOSE}`, readers: ['staff', 'members'], files: new Map(files) };
};

/** Copies the project, and adds languages as anyone adds them: their files, a line for each, and what `scripts/texts` writes then. */
export const copyWith = (copy: string, added: readonly NewLanguage[], more: readonly string[] = []): void => {
  for (const path of [...NEEDED, ...more]) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const folder = join(copy, 'src/texts');
  for (const { tag, files } of added)
    for (const [path, texts] of files) {
      mkdirSync(join(folder, tag, dirname(path)), { recursive: true });
      writeFileSync(join(folder, tag, path), JSON.stringify(texts));
    }
  const list = join(folder, 'languages.json');
  const lines = added.map(({ tag, name, readers }) => ({ tag, name, readers }));
  writeFileSync(list, JSON.stringify([...languages, ...lines]));
  const { success, stderr } = Bun.spawnSync([process.execPath, join(copy, 'scripts/texts.ts'), 'write'], { cwd: copy });
  if (!success) throw new Error(stderr.toString());
};

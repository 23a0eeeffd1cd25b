// Writes what the program imports of the catalogues: the languages, the types of the texts, and one module for each language and area.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type MessagePart, partsOfMessage } from '../../src/texts/message.ts';
import {
  AREAS,
  AREAS_OF,
  type Area,
  camel,
  english,
  keyOf,
  languages,
  neededFor,
  type Parts,
  partsOf,
  type Reader,
  textsFolder,
} from './catalogues.ts';

const made = join(textsFolder, 'made');

/** The parts of the console that its first page needs. */
const FIRST_PARTS = ['gate', 'session-first', 'shell', 'today', 'words'];

const HEAD = '// Written by scripts/texts from the catalogues. Change those, and run it again.\n';

const typeOf = (part: MessagePart): string => {
  if (part.type === 2 || part.type === 6) return 'number';
  return part.type === 5 ? 'string' : 'Value';
};

/** The values that a text takes, with their types. A value that chooses a form is what it chooses by, wherever else it stands. */
const valuesOf = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const walk = (parts: readonly MessagePart[]): void => {
    for (const part of parts) {
      const { type, value = '', options = {}, children = [] } = part;
      // Literals, the sign of a number and tags take no value.
      if (![0, 7, 8].includes(type) && (found.get(value) ?? 'Value') === 'Value') found.set(value, typeOf(part));
      for (const option of Object.values(options)) walk(option.value);
      walk(children);
    }
  };
  walk(partsOfMessage(text, 'en'));
  return found;
};

const typeOfText = (text: string): string => {
  const values = text.includes('{') ? [...valuesOf(text)] : [];
  if (values.length === 0) return 'None';
  return `{ ${values.map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }`;
};

/** The areas whose texts code names by typed keys. */
const TYPED: readonly Area[] = ['console', 'book'];

const interfaceOf = (area: Area): string => {
  const lines = [...(english.get(area) ?? [])].flatMap(([part, texts]) =>
    Object.entries(texts).map(([name, text]) => `  readonly '${keyOf(area, part)}.${name}': ${typeOfText(text)};`),
  );
  return `/** The texts of the area \`${area}\`, with the values that each takes. */\nexport interface ${camel(`-${area}`)}Texts {\n${lines.join('\n')}\n}\n`;
};

const keysFile = (): string =>
  `${HEAD}type Value = string | number;\n/** What a text without values takes. */\nexport type None = Readonly<Record<never, never>>;\n\n${TYPED.map(interfaceOf).join('\n')}`;

const languagesFile = (): string => {
  const entries = languages.map(({ tag, name, readers, fallback = null, regions = [], forms = [] }) =>
    JSON.stringify({ tag, name, fallback: tag === 'en' ? null : (fallback ?? 'en'), regions, forms, readers }),
  );
  const tagsFor = (reader: Reader): string =>
    JSON.stringify(languages.filter(({ readers }) => readers.includes(reader)).map(({ tag }) => tag));
  return [
    `${HEAD}export const languages = [${entries.join(',')}] as const;`,
    `/** The languages of the console. */\nexport const STAFF_LANGUAGES = ${tagsFor('staff')} as const;`,
    `/** The languages of what members read. */\nexport const MEMBER_LANGUAGES = ${tagsFor('members')} as const;\n`,
  ].join('\n\n');
};

/** The module of an area in one folder: its parts as one object. */
const moduleOf = (area: Area, tag: string, parts: Parts, keep: (part: string) => boolean = () => true): string => {
  const names = [...parts.keys()].filter(keep);
  const imports = names.map((part) => `import ${camel(part)} from '../../${tag}/${area}/${part}.json';`);
  const keys = [...new Set(names.map((part) => keyOf(area, part)))];
  const members = keys.map((key) => {
    const of = names.filter((part) => keyOf(area, part) === key).map(camel);
    const [only] = of;
    if (of.length === 1) return only === key ? key : `${key}: ${only}`;
    return `${key}: { ${of.map((each) => `...${each}`).join(', ')} }`;
  });
  return `${HEAD}${imports.join('\n')}\n\nexport const texts = { ${members.join(', ')} };\n`;
};

/** What a browser loads of an area in each language: the folders that a text may come from, the language itself last. */
const loadersOf = (constant: string, name: string, area: Area): string => {
  const rows = languages
    .filter(({ readers }) => readers.includes('staff'))
    .map(
      ({ tag }) =>
        `'${tag}': [${neededFor(tag, area).map((each) => `() => import('./${name}/${each.toLowerCase()}.ts')`)}]`,
    );
  return `export const ${constant}: Readonly<Record<StaffLanguage, Load>> = { ${rows.join(', ')} };`;
};

/** The modules of the first texts of each language, which a page asks for before its script does. */
const firstTexts = (): string => {
  const rows = languages
    .filter(({ readers }) => readers.includes('staff'))
    .map(({ tag }) => `'${tag}': ${JSON.stringify(neededFor(tag, 'console').map((each) => each.toLowerCase()))}`);
  return `export const FIRST_TEXTS: Readonly<Record<StaffLanguage, readonly string[]>> = { ${rows.join(', ')} };`;
};

const loadersFile = (): string =>
  `${HEAD}import type { Load } from '../catalogue.ts';\nimport type { StaffLanguage } from '../languages.ts';\n\n` +
  `${[loadersOf('FIRST', 'first', 'console'), loadersOf('ALL', 'console', 'console'), loadersOf('REFUSALS', 'refusals', 'refusals'), firstTexts()].join('\n\n')}\n`;

/** The folders of an area, for the server, which has all of them at hand. */
const tableOf = (area: Area): string => {
  const tags = foldersWith(area);
  const imports = tags.map(
    (tag) => `import { texts as ${camel(tag.toLowerCase())} } from './${area}/${tag.toLowerCase()}.ts';`,
  );
  const rows = tags.map((tag) => (camel(tag) === tag ? tag : `'${tag}': ${camel(tag.toLowerCase())}`));
  return `${HEAD}${imports.join('\n')}\n\nexport const ${area} = { ${rows.join(', ')} } as const;\n`;
};

const foldersWith = (area: Area): readonly string[] =>
  readdirSync(textsFolder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && !['made', 'notes'].includes(each.name) && partsOf(each.name, area).size > 0)
    .map(({ name }) => name)
    .sort();

/** All written files by their paths below `src/texts/made`. */
const madeFiles = (): ReadonlyMap<string, string> => {
  const files = new Map([
    ['keys.ts', keysFile()],
    ['languages.ts', languagesFile()],
    ['loaders.ts', loadersFile()],
  ]);
  for (const area of AREAS)
    for (const tag of foldersWith(area)) {
      files.set(`${area}/${tag.toLowerCase()}.ts`, moduleOf(area, tag, partsOf(tag, area)));
      if (area === 'console')
        files.set(
          `first/${tag.toLowerCase()}.ts`,
          moduleOf(area, tag, partsOf(tag, area), (part) => FIRST_PARTS.includes(part)),
        );
    }
  for (const area of AREAS_OF.members) files.set(`${area}.ts`, tableOf(area));
  return files;
};

/** Writes all files into a folder, in the layout of the project. */
const writeInto = (folder: string): void => {
  for (const [path, text] of madeFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const root = resolve(textsFolder, '../..');
  const options = ['--write', '--linter-enabled=false', '--vcs-enabled=false', `--config-path=${root}`];
  const { success, stderr } = Bun.spawnSync([join(root, 'node_modules/.bin/biome'), 'check', ...options, folder]);
  if (!success) throw new Error(stderr.toString());
};

const textsBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    [...new Bun.Glob('**/*.ts').scanSync(folder)].map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

/** Writes all files anew. */
export const writeMade = (): void => {
  rmSync(made, { recursive: true, force: true });
  writeInto(made);
};

/** The files that differ from what would be written now. */
export const staleMade = (): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'studiod-texts-'));
  try {
    writeInto(folder);
    const [wanted, has] = [textsBelow(folder), textsBelow(made)];
    return [...new Set([...wanted.keys(), ...has.keys()])].filter((path) => wanted.get(path) !== has.get(path)).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
};

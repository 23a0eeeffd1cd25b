// The catalogues of texts: scripts/texts [write|check|coverage|export|import]
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  AREAS,
  type Area,
  catalogueTags,
  coverageOf,
  languages,
  type Texts,
  textsFolder,
} from './texting/catalogues.ts';
import { problems } from './texting/check.ts';
import { staleMade, writeMade } from './texting/made.ts';
import { exportPo, importPo, notImported, readPo } from './texting/po.ts';
import { proseProblems } from './texting/prose.ts';

const USAGE = `usage: scripts/texts [COMMAND]
  write                 write src/texts/made from the catalogues (the default)
  check                 check the catalogues: values, plurals, lengths, banned turns, notes, missing texts; prose elsewhere
  coverage              print how many texts each language has
  export --language TAG [--area AREA] [--out FILE]
                        write a PO file for translators; an earlier FILE tells which texts have changed in English since
  import FILE           check a PO file, and write its translations into the catalogue; nothing where one has a problem
languages: ${catalogueTags.filter((tag) => tag !== 'en').join(', ')}
areas: ${AREAS.join(', ')}
`;

const refused = (...lines: readonly string[]): number => {
  for (const line of lines) console.error(line);
  return 1;
};

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const { values, positionals } = parseArgs({
  options: {
    language: { type: 'string' },
    area: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});

const exportFile = (): number => {
  const { language: tag = '', area, out } = values;
  if (!catalogueTags.includes(tag) || tag === 'en')
    return refused(`Unknown language '${tag}'. Declare it in src/texts/languages.json first.`, USAGE);
  if (area !== undefined && !AREAS.some((each) => each === area)) return refused(`Unknown area '${area}'.`, USAGE);
  const earlier = out !== undefined && existsSync(out) ? readPo(readFileSync(out, 'utf8')) : undefined;
  const lost = earlier === undefined ? [] : notImported(tag, earlier);
  if (lost.length > 0)
    return refused(
      ...lost,
      `${out} has ${countOf(lost.length, 'translation that is', 'translations that are')} not imported. Import it, or name another file.`,
    );
  const text = exportPo(tag, { area: area as Area | undefined, earlier });
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
  return 0;
};

const writeTexts = (path: string, texts: Texts): void => {
  const file = join(textsFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  if (Object.keys(texts).length === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`);
};

const importFile = (): number => {
  const [, path] = positionals;
  if (path === undefined) return refused('Name the PO file.', USAGE);
  if (!existsSync(path)) return refused(`There is no file ${path}.`);
  const { tag, problems: found, files, fuzzy } = importPo(readFileSync(path, 'utf8'));
  if (found.length > 0)
    return refused(...found, `${countOf(found.length, 'problem', 'problems')}. Nothing was written.`);
  for (const [file, texts] of files) writeTexts(file, texts);
  if (files.size > 0) writeMade();
  console.log(
    `${tag}: ${countOf(files.size, 'file', 'files')} written.${fuzzy === 0 ? '' : ` ${fuzzy} texts are marked fuzzy and were left.`}`,
  );
  return 0;
};

const commands: Readonly<Record<string, () => number>> = {
  write: () => {
    writeMade();
    return 0;
  },
  check: () => {
    const stale = staleMade().map((path) => `made/${path} is out of date: run scripts/texts`);
    const found = [...problems(), ...stale, ...proseProblems()];
    console.log(found.length === 0 ? 'The catalogues are sound.' : countOf(found.length, 'problem', 'problems'));
    return found.length === 0 ? 0 : refused(...found);
  },
  coverage: () => {
    for (const { tag, name } of languages) {
      const parts = AREAS.map((area) => ({ area, ...coverageOf(tag, area) }));
      console.log(`${tag}  ${name}  ${parts.map(({ area, has, of }) => `${area} ${has}/${of}`).join('  ')}`);
    }
    return 0;
  },
  export: exportFile,
  import: importFile,
};

const run = commands[positionals[0] ?? 'write'];
if (values.help === true || run === undefined) console.log(USAGE);
try {
  process.exitCode = values.help === true ? 0 : (run?.() ?? 2);
} catch (error) {
  if (!(error instanceof SyntaxError)) throw error;
  process.exitCode = refused(error.message);
}

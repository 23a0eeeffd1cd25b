// The prose outside the catalogues: what integrators read of the API. Each problem is one line that names its place.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BANNED_ENGLISH, BANNED_IN_API, type Banned } from './banned.ts';

const root = resolve(import.meta.dir, '../..');

/** Some prose and where it is: a path of the document, or a file and its line. */
interface Passage {
  readonly where: string;
  readonly text: string;
}

/** Where prose comes from, and the turns that it does not have. */
interface Source {
  readonly passages: () => Iterable<Passage>;
  readonly banned: readonly Banned[];
}

const DOCUMENT = 'test/golden/openapi-2026-01-10.json';

function* descriptionsIn(part: unknown, path: string): Generator<Passage> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    const where = `${path}/${name}`;
    if (name !== 'description' && name !== 'summary') yield* descriptionsIn(value, where);
    else if (typeof value === 'string') yield { where, text: value };
    else yield* descriptionsIn(value, where);
  }
}

const COMMENT_OR_LITERAL =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`\\])*)`/g;

/** A literal with the words around it, such as a message: it begins with a capital or a value and ends as a sentence does. */
const SENTENCE = /^(?:[A-Z'`]|\$\{)[\s\S]*\s[\s\S]*[.?]$/;

/** Two literals that `+` joins are one text. */
const JOINED = /^\s*\+\s*$/;

/** The sentences among the literals of a file. */
export function* sentencesIn(path: string, code: string): Generator<Passage> {
  let text = '';
  let start = 0;
  let end = 0;
  const sentence = (): readonly Passage[] =>
    SENTENCE.test(text) ? [{ where: `${path}:${code.slice(0, start).split('\n').length}`, text }] : [];
  for (const { 0: match, 1: single, 2: double, 3: template, index } of code.matchAll(COMMENT_OR_LITERAL)) {
    const literal = single ?? double ?? template?.replaceAll(/\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}/g, '…');
    if (literal === undefined) continue;
    const said = literal.replaceAll(/\\(['"`])/g, '$1');
    if (text !== '' && JOINED.test(code.slice(end, index))) text += said;
    else {
      yield* sentence();
      text = said;
      start = index;
    }
    end = index + match.length;
  }
  yield* sentence();
}

/** What callers of the API and operators read: everything in the program but the catalogues and the pages. */
const ELSEWHERE = /^src\/(?:console|pages|texts)\//;

function* messages(): Generator<Passage> {
  for (const path of [...new Bun.Glob('src/**/*.ts').scanSync(root)].sort()) {
    if (!ELSEWHERE.test(path)) yield* sentencesIn(path, readFileSync(join(root, path), 'utf8'));
  }
}

/** Documentation that is made, or whose rows a benchmark names. */
const MADE = /^docs\/(?:decisions|performance|proofs|schema)\.md$/;

function* documentation(): Generator<Passage> {
  for (const path of [...new Bun.Glob('{README,CONTRIBUTING,docs/*}.md').scanSync(root)].sort()) {
    if (MADE.test(path)) continue;
    for (const [index, text] of readFileSync(join(root, path), 'utf8').split('\n').entries())
      yield { where: `${path}:${index + 1}`, text };
  }
}

/** By name. One more source is one more line: its passages, and the turns that it does not have. */
const SOURCES: Readonly<Record<string, Source>> = {
  descriptions: {
    passages: () => descriptionsIn(JSON.parse(readFileSync(join(root, DOCUMENT), 'utf8')), ''),
    banned: [...BANNED_ENGLISH, ...BANNED_IN_API],
  },
  messages: { passages: messages, banned: BANNED_ENGLISH },
  documentation: { passages: documentation, banned: BANNED_ENGLISH },
};

/** Names in code are what they are. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '…');

/** The banned turns in prose, each with its place and what to write instead. A text in many places is reported once. */
export const proseProblems = (sources: Readonly<Record<string, Source>> = SOURCES): readonly string[] => {
  const reported = new Set<string>();
  return Object.values(sources).flatMap(({ passages, banned }) =>
    [...passages()].flatMap(({ where, text }) => {
      if (reported.has(text)) return [];
      reported.add(text);
      return banned.flatMap(({ turn, instead }) => {
        const found = turn.exec(withoutCode(text))?.[0].trim();
        return found === undefined ? [] : [`${where}: '${found}' in "${text}": ${instead}`];
      });
    }),
  );
};

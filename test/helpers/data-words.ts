// Tells what a studio has written, or Intl writes, from texts of the program.
import { languages } from '../../scripts/texting/catalogues.ts';
import { CLOSE, OPEN, PSEUDO } from '../../scripts/texting/pseudo.ts';
import { sources } from './sources.ts';

/** The name of a studio that has none yet. */
const UNNAMED = 'My studio';

/** What the demo studio has written: the strings of its source. */
const demo = [
  'src/sandbox/demo/**/*.ts',
  'src/resources/demo-data/**/*.ts',
  'src/resources/**/{family,example,examples}.ts',
]
  .flatMap(sources)
  .flatMap(({ code }) => code.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [])
  .map((quoted) => quoted.slice(1, -1).replace(/\\(['"`])/g, '$1'))
  .concat(UNNAMED)
  .join('\n');

/** Days, months, units and parts of a day, as Intl writes them in English. */
const OF_INTL =
  /\b(?:(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun)|Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|[AP]M|at|hrs?|min|sec|days?|weeks?|months?|years?|ago|[Yy]esterday|[Tt]oday|[Tt]omorrow|in|and|or)\b/g;

/** Words that are the same in every language: addresses, ids, names of things outside the studio. */
const OF_ALL =
  /\b[\w.+-]+@[\w.-]+\b|https?:\/\/\S+|\bX-[A-Z]\w+|\b\w+_test_\w+|\b[\w-]+(?:\.[\w-]+)+\b|\/[\w/{}$.:-]+|\b[0-9a-f-]{8,}\b|\b(?:CSV|PDF|PNG|SVG|API|URL|JSON|HTTP|HTTPS|SMTP|VAT|USD|EUR|GBP|UTC|iCal|PIN|OK|ID|kg|km|cm|kcal|mm|GB|MB|KB|kB|ms|Stripe|Apple|Google|Visa|Mastercard|studiod|Studiod|iPhone|Chrome|Linux|Headless)\b/g;

/** What Intl and the languages themselves name, in a list of languages or currencies. */
const OF_LANGUAGES = new Set([
  ...languages.map(({ name }) => name),
  ...Intl.supportedValuesOf('currency').map(
    (code) => `${new Intl.DisplayNames('en', { type: 'currency' }).of(code)}, ${code}`,
  ),
  ...languages.flatMap(({ tag, regions = [] }) =>
    [tag, PSEUDO, ...(tag.includes('-') ? [] : [`${tag}-US`]), ...regions].map(
      (each) => new Intl.DisplayNames('en', { type: 'language' }).of(each) ?? each,
    ),
  ),
]);

/** The initials of a name, or the first letter of a family name. */
const INITIALS = /^\p{Lu}{1,2}\.?$/u;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Strings that the demo studio puts together from parts, as `Running late, called ${time}`. */
const OF_PARTS = demo
  .split('\n')
  .filter((each) => each.includes('${') && each.replace(/\$\{[^}]*\}/g, '').length > 7)
  .map(
    (each) =>
      new RegExp(
        `^${each
          .split(/\$\{[^}]*\}/)
          .map(escaped)
          .join('.{1,60}')}$`,
        'u',
      ),
  );

const isOfDemo = (words: string): boolean =>
  new RegExp(`(?<![\\p{L}])${escaped(words)}(?![\\p{L}])`, 'u').test(demo) && /[\p{Lu} ]/u.test(words);

const isOfIntl = (words: string): boolean =>
  words
    .replace(OF_INTL, ' ')
    .split(/\s+/)
    .every((word) => !/\p{L}{2}/u.test(word) || INITIALS.test(word) || isOfDemo(word));

/**
 * Whether words are no text of the program: numbers, dates of Intl, addresses, and what the demo studio has written. A lower-case
 * word alone is never taken for that: so a value of the API would be shown.
 */
export const isData = (text: string): boolean =>
  isOfDemo(text) ||
  OF_LANGUAGES.has(text) ||
  OF_PARTS.some((each) => each.test(text)) ||
  text
    .replace(OF_ALL, ' ')
    .split(/[\n,·›:;()"“”|/–—→…+]+|\s-\s|(?<!\w)\d+|\.(?=\s|$)/)
    .map((each) => each.trim())
    .filter((each) => /\p{L}{2}/u.test(each))
    .every((each) => isOfDemo(each) || isOfIntl(each));

/** What is left of a text without all that stands in brackets. */
const outsideOf = (text: string): string => {
  let depth = 0;
  let rest = '';
  for (const each of text) {
    if (each === OPEN) depth += 1;
    if (depth === 0) rest += each;
    if (each === CLOSE) depth -= 1;
  }
  return rest.trim();
};

/** The lines of a text that have words which are in no catalogue, and are no data. */
export const foreignLines = (text: string): string[] =>
  outsideOf(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isData(line));

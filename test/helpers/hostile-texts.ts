const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** A table whose rows are shorter than its header: the cells that lack are made. */
const shortRows = (columns: number, length: number): string =>
  filled(`|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`, 4 * columns + 4) + filled('|a|\n', length);

/** Texts of a length that parsers, searches and expressions have found hard, by what they are. */
export const hostileTexts = (length: number): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {
    'one long word': filled('a', length),
    'dots and @': `${filled('a.', length - 2)}@b`,
    '@ alone': filled('a@', length),
    addresses: filled('a@b.c http://a.b ', length),
    'quotes in quotes': filled('> ', length),
    'quotes with lines that belong to them': filled('>', Math.min(39, length / 4)) + filled('a\n', length),
    'quotes that end': filled(`${'>'.repeat(39)}a\n`, length),
    'rules or lists in lists': `${filled('- ', length - 1)}a`,
    'numbers in numbers': filled('1. ', length),
    'lists and quotes in turn': filled('> - ', length),
    'lists by indent': filled(Array.from({ length: 9 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join(''), length),
    'a list with spaces': filled('- a\n\n', length),
    'short rows of a wide table': shortRows(100, length),
    'a table that is only wide': `|${filled('a|', length / 2)}\n|${filled('-|', length / 2)}\n`,
    'a table that is only long': `a|b\n-|-\n${filled('a|b\n', length)}`,
    'emphasis in words': filled('__a', length),
    'emphasis of two kinds': filled('*a_b', length),
    'emphasis that is not closed': filled('**a *b ', length),
    'emphasis in emphasis': filled('**x', length / 2) + filled(' y**', length / 2),
    strikes: filled('~~a', length),
    brackets: filled('[', length),
    'closing brackets': filled(']', length),
    'brackets in brackets': filled('[', length / 2) + filled(']', length / 2),
    'names of references': `[a]: b\n\n${filled(`${'['.repeat(499)}${']'.repeat(499)} `, length)}`,
    'references that are named': `[a]: b\n\n${filled('[a][a]', length)}`,
    'links that do not end': filled('[a](', length),
    'links of angles': filled('[a](<', length),
    'titles of links': filled('[a](b "', length),
    links: filled('[a](b) ', length),
    pictures: filled('![a](b) ', length),
    'pictures in pictures': filled('![', length / 3) + filled('](a)', length / 2),
    'backticks of each length': Array.from({ length: Math.sqrt(2 * length) }, (_, index) => '`'.repeat(index)).join(
      ' a ',
    ),
    'backticks of two lengths': filled('a`b``', length),
    'fences that do not end': filled('- ```\n', length),
    entities: filled('&#x41;&amp;&a', length),
    tags: filled('<a ', length),
    'comments that do not end': filled('<!--', length),
    backslashes: filled('\\', length),
    lines: filled('a\n', length),
    paragraphs: filled('a\n\n', length),
    'headings below lines': filled('a\n-\n', length),
    spaces: `a${filled(' ', length - 2)}b`,
    tabs: `${filled('\t', length - 1)}a`,
    'letters with accents and hyphens': filled('é-', length),
    'accents alone': filled('\u0301', length),
    'letters that grow when they are folded': filled('\uFDFA', length),
    apostrophes: filled("o'", length),
    'letters and spaces': filled('e e ', length),
    'letters of two halves': filled('𝒜', length),
    'braces of templates': filled('{a', length),
    'quotes of templates': filled("'{", length),
    JSON: filled('[{"a":', length),
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.slice(0, length).toWellFormed()]));
};

/** Texts of emails of a length, some of them in ICU MessageFormat. */
export const hostileMessages = (length: number): Readonly<Record<string, string>> => ({
  names: '{a}'.repeat(length / 3),
  variables: '{what}'.repeat(length / 6),
  cases: '{a,select,other{'.repeat(length / 20),
  ...hostileTexts(length),
});

const LETTERS = [...'eationsrh'];
/** Words of which none is another. */
const WORDS = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));

/** Searches of a length: of many words, accents, joints and letters that grow. */
export const hostileSearches = (length: number): readonly string[] =>
  [
    ...['a ', 'é-', "o'", 'é é-', '\u200c', 'a\u200cb ', '𝒜 ', '1', '1 2', '"', '* ', '%', '\u0301', '\uFDFA', '- '],
    `${WORDS.join(' ')} `,
    `${WORDS.join("'e ")} `,
  ].map((unit) => filled(unit, length).toWellFormed());

import { isChoice, type Segment, type Sentence, type Variants } from './model.ts';

const IN_TEXT = /['{}]+/g;
const IN_FORM = /['{}#]+/g;

/** Words that are read as they are, whatever braces, quotes and number signs they have. */
const quoted = (words: string, isInForm: boolean): string =>
  words.replace(isInForm ? IN_FORM : IN_TEXT, (run, offset: number) => {
    const doubled = run.replaceAll("'", "''");
    if (/[{}#]/.test(run)) return `'${doubled}'`;
    const next = words[offset + run.length];
    // A quote alone is itself, except before what it would quote.
    return run.length === 1 && next !== undefined && next !== '<' && next !== '>' ? run : doubled;
  });

const segmentText = (segment: Segment, isInForm: boolean): string => {
  if (typeof segment === 'string') return quoted(segment, isInForm);
  if (segment.kind === 'number') return '#';
  if (segment.kind === 'value') return `{${segment.name}${segment.isNumber ? ', number' : ''}}`;
  const forms = segment.forms.map(({ key, said }) => `${key} {${sentenceText(said, true)}}`);
  return `{${segment.name}, plural, ${forms.join(' ')}}`;
};

const sentenceText = (said: Sentence, isInForm: boolean): string =>
  said.map((segment) => segmentText(segment, isInForm)).join('');

/** Writes sentences and their cases as a text in ICU MessageFormat. */
export const writeText = (variants: Variants): string => {
  if (!isChoice(variants)) return sentenceText(variants, false);
  const cases = variants.cases.map(({ key, inner }) => `${key} {${writeText(inner)}}`);
  return `{${variants.name}, select, ${cases.join(' ')}}`;
};

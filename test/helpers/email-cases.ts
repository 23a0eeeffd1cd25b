// Each email in all cases that its texts distinguish: what is written once in an example is written here in each form.
import { render } from '../../src/mail/render.ts';
import { readerIn } from '../../src/resources/messages/letters/compose.ts';
import { letters } from '../../src/resources/messages/letters/letters.ts';
import { builtInTexts, writeLetter } from '../../src/resources/messages/letters/write.ts';
import type { MessageKind } from '../../src/resources/messages/record.ts';
import { partsOf } from '../../src/resources/messages/templates/variables.ts';
import { parseMessage } from '../../src/texts/mail.ts';
import { PART } from '../../src/texts/message.ts';
import { exampleLetter, lookIn, WRITTEN_AT } from './letters.ts';

type Choices = ReadonlyMap<string, readonly (string | number)[]>;

/** The counts of which languages speak differently, in English, German, Spanish, French and Italian. */
const COUNTS = [0, 1, 2];

/** What the texts of a kind choose by, with each choice. */
const choicesOf = (kind: MessageKind, locale: string): Choices => {
  const parts = Object.values(builtInTexts(kind, locale, 'informal')).flatMap((text) =>
    partsOf(parseMessage(text, locale).getAst()),
  );
  const choices = new Map<string, readonly (string | number)[]>();
  for (const { type, value = '', options = {} } of parts) {
    if (type === PART.plural) choices.set(value, COUNTS);
    if (type === PART.select) choices.set(value, Object.keys(options));
  }
  return choices;
};

/** Every combination of choices. */
const combined = (choices: Choices): readonly Readonly<Record<string, string | number>>[] =>
  [...choices].reduce<Record<string, string | number>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );

/** The different emails of a kind in a locale, for every case. */
export const emailCases = (kind: MessageKind, locale: string) => {
  const reader = readerIn(locale, { form: 'informal', now: WRITTEN_AT, rootUrl: () => 'https://studio.example' });
  const content = letters[kind].tellExample(reader);
  const example = exampleLetter(kind, locale);
  const found = new Map<string, { readonly subject: string; readonly html: string; readonly text: string }>();
  for (const chosen of combined(choicesOf(kind, locale))) {
    // What the example has no value for, since it is of another case.
    const values = Object.fromEntries(
      Object.entries({ ...content.values, ...chosen }).map(([name, value]) => [name, value === '' ? '15' : value]),
    );
    const letter = writeLetter(kind, { ...content, values }, reader, {
      studio: 'Demo Studio',
      firstName: 'Dana',
      address: null,
      hasCalendar: true,
      choicesUrl: example.footLink?.url ?? null,
      own: {},
    });
    const { subject, lead, note } = letter;
    found.set(JSON.stringify([subject, letter.heading, lead, note]), render(letter, lookIn(locale)));
  }
  return [...found.values()];
};

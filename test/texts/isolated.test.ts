import { expect, test } from 'bun:test';
import { oneLine } from '../../src/mail/one-line.ts';
import { bookTranslator } from '../../src/texts/book.ts';
import { fillNames, isolated } from '../../src/texts/isolated.ts';
import { fillMessage } from '../../src/texts/mail.ts';
import { messagesOf } from '../../src/texts/translate.ts';
import { exampleMail } from '../helpers/letters.ts';

const MAYA = 'מאיה לוי';
const SAMIR = 'سمير';
const inIsolate = (name: string): string => `\u2068${name}\u2069`;

test.each([MAYA, SAMIR, 'Ana (سمير)', '\u202Eevil'])('%s keeps its direction to itself', (name) => {
  expect(isolated(name)).toBe(inIsolate(name));
});

test.each(['Dana Rivera', 'Ľubomír', '山田', 'Ольга', '', '10:30'])('%s stands as it is', (name) => {
  expect(isolated(name)).toBe(name);
});

test('an isolate that a name begins or ends is no part of it', () => {
  expect(isolated(`${SAMIR}\u2069 x \u2067`)).toBe(inIsolate(`${SAMIR} x `));
});

test('names in the texts of the console, of members, of emails, and of pages that stand alone are isolated', () => {
  const { translate } = messagesOf<Record<'words.of', { readonly name: string; readonly count: number }>>(
    { words: { of: '{name}, {count, plural, one {# class} other {# classes}}.' } },
    'en',
  );
  expect(translate('words.of', { name: MAYA, count: 2 })).toBe(`${inIsolate(MAYA)}, 2 classes.`);
  expect(bookTranslator('en', 'informal')('book.substitute', { name: MAYA })).toContain(inIsolate(MAYA));
  expect(fillMessage('{who}, 18:00', 'en', { who: SAMIR })).toBe(`${inIsolate(SAMIR)}, 18:00`);
  expect(fillNames('For {name}', { name: SAMIR })).toBe(`For ${inIsolate(SAMIR)}`);
});

test('emails keep them, and no other character that turns direction', () => {
  const { subject, html, text } = exampleMail('booking_confirmed', 'en', { firstName: MAYA });
  expect(text).toContain(`You’re booked, ${inIsolate(MAYA)}`);
  expect(html).toContain(`You’re booked, ${inIsolate(MAYA)}</h1>`);
  expect(subject).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(oneLine('\u2069a\u2066b\u202E\u2068c')).toBe('a b c');
});

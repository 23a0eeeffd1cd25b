import { expect, test } from 'bun:test';
import { storedEmail } from '../../src/kernel/emails.ts';
import { normalizedText } from '../../src/kernel/plain-text.ts';

test('an email is stored in lower case', () => {
  expect(storedEmail('Ann.O@Example.COM')).toBe('ann.o@example.com');
  expect(storedEmail('ÉVA@BÜCHER.example')).toBe('éva@bücher.example');
});

// Letters of which toLowerCase() or NFC makes the letters of another address.
test.each([
  ['the Kelvin sign', '\u212aate@x.example', 'kate@x.example'],
  ['the ohm sign', '\u2126@x.example', '\u03c9@x.example'],
  ['the angstrom sign', '\u212b@x.example', '\u00e5@x.example'],
  ['the theta symbol', '\u03f4@x.example', '\u03b8@x.example'],
  ['the capital sharp s', '\u1e9e@x.example', '\u00df@x.example'],
  ['the capital i with a dot', '\u0130@x.example', 'i\u0307@x.example'],
  ['an ideograph for compatibility', '\uf900@x.example', '\u8c48@x.example'],
])('%s makes no email of another person', (_name, email, other) => {
  expect(storedEmail(normalizedText(email) ?? '')).not.toBe(other);
  expect(storedEmail(normalizedText(other) ?? '')).toBe(other);
});

test('other text and composed letters are normalised', () => {
  expect(normalizedText('e\u0301@x.example')).toBe('\u00e9@x.example');
  expect(normalizedText('300 \u212a')).toBe('300 K');
});

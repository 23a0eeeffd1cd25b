import { expect, test } from 'bun:test';
import { PAYMENT_PURPOSES } from '../../../../src/events/enumerations.ts';
import { lineText, PURPOSE_LINES } from '../../../../src/resources/payments/receipts/purpose-lines.ts';
import { mailTranslator } from '../../../../src/texts/mail.ts';

const inGerman = (text: string): string => lineText(text, mailTranslator('de', 'informal'));

test('an item that nobody has described is named in the language of its reader, also on an older payment', () => {
  expect(inGerman(PURPOSE_LINES.late_cancel_fee)).toBe('Gebühr für späte Stornierung');
  expect(inGerman('late cancel fee')).toBe('Gebühr für späte Stornierung');
  expect(inGerman('product')).toBe('Produkt');
  for (const purpose of PAYMENT_PURPOSES) expect(inGerman(PURPOSE_LINES[purpose])).not.toBe(purpose);
});

test('what people have written stays as it is', () => {
  expect(inGerman('Ten classes')).toBe('Ten classes');
  expect(inGerman('Product, blue')).toBe('Product, blue');
});

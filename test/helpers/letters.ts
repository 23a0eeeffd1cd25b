import { brandColors } from '../../src/kernel/brand-theme.ts';
import type { Letter, Look } from '../../src/mail/letter.ts';
import { render } from '../../src/mail/render.ts';
import { kindOf } from '../../src/resources/messages/kinds.ts';
import { readerIn } from '../../src/resources/messages/letters/compose.ts';
import { letters } from '../../src/resources/messages/letters/letters.ts';
import { type KindTexts, writeLetter } from '../../src/resources/messages/letters/write.ts';
import type { MessageKind } from '../../src/resources/messages/record.ts';
import type { FormOfAddress } from '../../src/texts/catalogue.ts';

/** When example letters are written. */
export const WRITTEN_AT = '2026-11-24T15:00:00.000Z';

export const lookIn = (language: string, colour = '#0f766e'): Look => ({
  studioName: 'Demo Studio',
  logoUrl: null,
  language,
  light: brandColors(colour, 'light'),
  dark: brandColors(colour, 'dark'),
});

interface Given {
  readonly studio?: string;
  readonly firstName?: string;
  readonly form?: FormOfAddress;
  /** Texts that the brand has changed. */
  readonly own?: Partial<KindTexts>;
}

/** The example letter of a kind in a locale. */
export const exampleLetter = (kind: MessageKind, locale: string, given: Given = {}): Letter => {
  const reader = readerIn(locale, {
    form: given.form ?? 'informal',
    now: WRITTEN_AT,
    rootUrl: () => 'https://studio.example',
  });
  const isOfBooking = ['booking_confirmed', 'waitlist_promoted'].includes(kind);
  return writeLetter(kind, letters[kind].tellExample(reader), reader, {
    studio: given.studio ?? 'Demo Studio',
    firstName: given.firstName ?? 'Dana',
    address: '214 Mercer Street, New York',
    hasCalendar: isOfBooking,
    choicesUrl: kindOf(kind).category === null ? null : 'https://studio.example/mails/token',
    own: given.own ?? {},
  });
};

export const exampleMail = (kind: MessageKind, locale: string, given: Given = {}) =>
  render(exampleLetter(kind, locale, given), lookIn(locale));

import type { Read } from '../../../database/database.ts';
import type { Letter } from '../../../mail/letter.ts';
import type { FormOfAddress } from '../../../texts/catalogue.ts';
import type { TranslateMail } from '../../../texts/mail.ts';
import type { TextValues } from '../../../texts/translate.ts';
import type { MessageRow } from '../record.ts';
import type { Formats } from './formats.ts';

/** What a letter is about is read from. */
export interface Source {
  readonly read: Read;
  readonly row: MessageRow;
  /** What was stored with the message, such as ids. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** To whom a letter speaks. */
export interface Reader {
  /** The shared words in the language of the reader. */
  readonly t: TranslateMail;
  readonly formats: Formats;
  /** How it addresses members. */
  readonly form: FormOfAddress;
  /** The instant at which it is written. */
  readonly now: string;
  /** The address of a page of studiod, without credentials. */
  readonly url: (path: string) => string;
  /** Where a guest opens the invitation to a booking. */
  readonly guestUrl: (bookingId: string) => string;
  /** Whether members sign in on the pages of this server, to which buttons lead. */
  readonly hasPages: boolean;
  /** The ids of what the letter is about; empty for an example. */
  readonly about: Source['data'];
}

/** What a letter says besides the texts of its kind: the values in these texts, and its other parts. */
export interface LetterContent extends Pick<Letter, 'block' | 'facts' | 'rows' | 'action'> {
  readonly values: TextValues;
  /** The link after the note, where there is a note. */
  readonly noteLink?: Letter['action'];
  /** What lists of mails show after the subject; by default the lead. */
  readonly preview?: string;
}

/** A kind of letter: what it is about is read, and then written for a reader. */
interface Letters<Facts> {
  /** What it is about; undefined where that is gone. */
  gather(source: Source): Facts | undefined;
  /** What it could be about, for previews of its texts. */
  readonly example: Facts;
  tell(facts: Facts, reader: Reader): LetterContent;
}

export interface LetterKind {
  /** Undefined where what it is about is gone. */
  readonly tell: (source: Source, reader: Reader) => LetterContent | undefined;
  readonly tellExample: (reader: Reader) => LetterContent;
}

export const letterKind = <Facts>({ gather, example, tell }: Letters<Facts>): LetterKind => ({
  tell(source, reader) {
    const facts = gather(source);
    return facts === undefined ? undefined : tell(facts, { ...reader, about: source.data });
  },
  tellExample: (reader) => tell(example, reader),
});

/** The pages of a member to which letters lead. */
type MemberPage = 'household' | 'bookings' | 'packages' | 'cards' | 'challenges' | 'awards' | 'receipts' | 'sign-in';

/** Where each page is, and which id of the data of the message follows. */
const PAGES: Readonly<Record<MemberPage, readonly [path: string, id: string, without: string]>> = {
  household: ['/book/me/account/household', '', '/book/me/account/household'],
  bookings: ['/book/me/bookings', 'bookingId', '/book/me'],
  packages: ['/book/me/passes', 'packageId', '/book/me/passes'],
  receipts: ['/book/me/account/receipts', 'paymentId', '/book/me/account/receipts'],
  challenges: ['/book/challenges', 'challengeId', '/book/challenges'],
  cards: ['/book/me/account/cards', '', '/book/me/account/cards'],
  awards: ['/book/me/awards', '', '/book/me/awards'],
  'sign-in': ['/book/sign-in', '', '/book/sign-in'],
};

/** The dependant whom a letter to an adult is about; undefined for a letter about its reader. */
export const dependantIn = ({ forClientId }: Source['data']): string | undefined =>
  typeof forClientId === 'string' ? forClientId : undefined;

/**
 * The button that opens a page of a member; undefined where members do not sign in on the pages of this server, and for the
 * receipt of a dependant, which the adults have in the mail alone.
 */
export const memberAction = (page: MemberPage, label: string, { url, about, hasPages }: Reader): Letter['action'] => {
  if (!hasPages || (page === 'receipts' && dependantIn(about) !== undefined)) return undefined;
  const [path, name, without] = PAGES[page];
  const id = about[name];
  return { label, url: url(typeof id === 'string' ? `${path}/${id}` : without) };
};

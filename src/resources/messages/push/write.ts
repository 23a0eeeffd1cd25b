import type { Read } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import { oneLine } from '../../../mail/one-line.ts';
import { fillMessage, mailLanguageOf, mailTexts } from '../../../texts/mail.ts';
import type { TextValues } from '../../../texts/translate.ts';
import { forDependant } from '../../calendars/feeds.ts';
import { Client } from '../../clients/record.ts';
import { brandSettings } from '../../settings/queries.ts';
import { dependantOf } from '../direct/for-adults.ts';
import { openedData } from '../direct/to-staff.ts';
import { readerIn } from '../letters/compose.ts';
import type { LetterContent } from '../letters/context.ts';
import { letters } from '../letters/letters.ts';
import { valuesOf } from '../letters/write.ts';
import type { MessageKind, MessageRow } from '../record.ts';

/** What a device shows. It has a first name, a class and a time at most: it stays on the locked screen. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  /** The path of the page that it opens. */
  readonly url: string;
  /** A notification that arrives twice is shown once. */
  readonly tag: string;
}

interface WriteDeps {
  readonly seal: Seal;
  readonly rootUrl: () => string;
  /** Whether members sign in here. */
  readonly signsMembersIn: boolean;
}

/** A push service takes 4,096 bytes. Names of classes have 200 characters at most, and languages long words. */
const [MOST_TITLE, MOST_BODY] = [200, 300];

const HOME = '/book/me';

/** Kinds that lead to the page on which the spot is taken. */
const TAKEN: ReadonlySet<MessageKind> = new Set<MessageKind>(['waitlist_offered', 'waitlist_open']);

const pathOf = (kind: MessageKind, { action }: LetterContent, bookingId: unknown): string => {
  if (TAKEN.has(kind) && typeof bookingId === 'string') return `/book/me/bookings/${bookingId}/accept`;
  return action === undefined ? HOME : new URL(action.url).pathname;
};

/** The parts of a class that a notification may name. */
const PARTS = ['what', 'day', 'time', 'until', 'studio', 'firstName'] as const;

const shownOf = (values: TextValues): TextValues =>
  Object.fromEntries(PARTS.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/** Makes notifications of messages, from the records as they are when they are sent. Undefined where what they say is gone. */
export const createWriteNotification =
  ({ seal, rootUrl, signsMembersIn }: WriteDeps) =>
  (read: Read, row: MessageRow): Notification | undefined => {
    const brand = brandSettings(read);
    const client = row.clientId === null ? undefined : Client.rows.find(read, row.clientId);
    if (client === undefined) return undefined;
    const reader = readerIn(client.preferredLocale ?? brand.locale, {
      form: brand.formOfAddress,
      now: read.now,
      rootUrl,
      hasPages: signsMembersIn,
    });
    const data = openedData(seal, row.data);
    const content = letters[row.kind].tell({ read, row, data }, reader);
    if (content === undefined) return undefined;
    const { locale } = reader.formats;
    const texts = mailTexts(mailLanguageOf(locale), brand.formOfAddress).push;
    const values = shownOf(valuesOf(content, { studio: brand.name, firstName: client.firstName }));
    const textOf = (name: keyof typeof texts): string => fillMessage(texts[name], locale, values);
    const named: Readonly<Record<string, string>> = texts;
    const title = named[row.kind];
    if (title === undefined) return undefined;
    const isAboutClass = values.time !== undefined;
    const dependant = Client.rows.find(read, dependantOf(row) ?? '');
    const forWhom = dependant === undefined ? '' : `${oneLine(dependant.firstName)}: `;
    // An adult may have chosen someone else on the pages meanwhile.
    const whose = dependant ?? (client.householdRole === 'adult' ? client : undefined);
    const path = pathOf(row.kind, content, data.bookingId);
    const own = row.kind === 'waitlist_offered' ? 'offerText' : row.kind === 'waitlist_open' ? 'openText' : undefined;
    return {
      title: `${forWhom}${fillMessage(title, locale, values)}`.slice(0, MOST_TITLE),
      body: textOf(own ?? (isAboutClass ? 'classText' : 'otherText')).slice(0, MOST_BODY),
      url: whose === undefined ? path : forDependant(path, whose.id),
      tag: row.id,
    };
  };

import { findSignIn } from '../../../auth/staff/sign-in-rows.ts';
import type { Read } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import { fullName } from '../../../kernel/full-name.ts';
import type { Look } from '../../../mail/letter.ts';
import type { Composed } from '../../../mail/mailer.ts';
import { render } from '../../../mail/render.ts';
import { mailLanguageOf, mailLocaleOf, mailTranslator } from '../../../texts/mail.ts';
import { invitationOf } from '../../calendars/invitations.ts';
import { Client } from '../../clients/record.ts';
import type { Category } from '../../preferences/shapes.ts';
import { brandSettings, notificationSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import { Staff } from '../../staff/record.ts';
import { aboutDependant } from '../direct/dependants.ts';
import { dependantOf } from '../direct/for-adults.ts';
import { openedData } from '../direct/to-staff.ts';
import { kindOf } from '../kinds.ts';
import { laterOpening } from '../opening/reminders.ts';
import { Message, type MessageKind } from '../record.ts';
import { addressOf } from '../schedule.ts';
import { ownTexts } from '../templates/stored.ts';
import { endOfQuietFor, skipReasonOf } from '../wanted.ts';
import type { Reader } from './context.ts';
import { formatsOf } from './formats.ts';
import { letters } from './letters.ts';
import { writeLetter } from './write.ts';

/** Mails about a seat, which also change the calendar of their reader. */
const CALENDAR_KINDS: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'booking_confirmed',
  'guest_invitation',
  'waitlist_promoted',
  'session_moved',
  'session_substituted',
  'booking_cancelled',
  'session_cancelled',
]);

/** Mails of other categories can be ended with one click: they are not part of what the client has asked for. */
const TRANSACTIONAL: ReadonlySet<Category> = new Set<Category>([
  'bookings',
  'waitlist',
  'schedule_changes',
  'payments',
]);

interface ComposeDeps {
  readonly seal: Seal;
  /** The address from which mails are sent. */
  readonly fromAddress: string;
  /** The public URL of this server. */
  readonly rootUrl: () => string;
  readonly lookOf: (read: Read, language: string) => Look;
  /** The page on which a client chooses mails without signing in, with a page for each category below it. */
  readonly choicesUrl: (clientId: string) => string;
  /** Where a guest opens the invitation. */
  readonly guestUrl: (bookingId: string) => string;
  /** Whether members sign in here. */
  readonly signsMembersIn: boolean;
}

/** The street and the town of a site; null without both. */
export const addressLine = (read: Read, siteId: string): string | null => {
  const site = Site.rows.find(read, siteId);
  const { line1 = null, city = null } = (site && Site.view(site).address) ?? {};
  return [line1, city].filter((part) => part !== null).join(', ') || null;
};

interface Speaking extends Pick<Reader, 'form' | 'now'> {
  /** The public URL of this server. */
  readonly rootUrl: () => string;
  readonly hasPages?: boolean;
  readonly guestUrl?: (bookingId: string) => string;
}

/** To whom a letter in a locale speaks. */
export const readerIn = (
  given: string,
  { form, now, rootUrl, hasPages = true, guestUrl = () => `${rootUrl()}/book/guest` }: Speaking,
): Reader => {
  const locale = mailLocaleOf(given);
  const t = mailTranslator(locale, form);
  return {
    t,
    formats: formatsOf(locale, t),
    form,
    now,
    url: (path) => `${rootUrl()}${path}`,
    hasPages,
    guestUrl,
    about: {},
  };
};

/** The locale of a staff member: the language that they chose for the console, with the dates of the brand where it has it. */
const staffLocale = (read: Read, staffId: string, brandLocale: string): string => {
  const language = findSignIn(read, staffId)?.language ?? null;
  return language === null || mailLanguageOf(brandLocale) === language ? brandLocale : language;
};

/** Makes mails of messages, from the records as they are when they are sent. */
export const createCompose =
  ({ seal, fromAddress, rootUrl, lookOf, choicesUrl, guestUrl, signsMembersIn }: ComposeDeps) =>
  (read: Read, messageId: string): Composed => {
    const row = Message.rows.find(read, messageId);
    if (row === undefined) return { skipped: 'outdated' };
    const skipped = skipReasonOf(read, row);
    const to = addressOf(read, row);
    if (skipped !== undefined || to === null) return { skipped: skipped ?? 'no_recipient' };
    const postponedTo = endOfQuietFor(read, row) ?? laterOpening(read, row);
    if (postponedTo !== undefined) return { postponedTo };
    const brand = brandSettings(read);
    const client = row.clientId === null ? undefined : Client.rows.find(read, row.clientId);
    const staff = row.staffId === null ? undefined : Staff.rows.find(read, row.staffId);
    const data = openedData(seal, row.data);
    const ownLocale = staff === undefined ? client?.preferredLocale : staffLocale(read, staff.id, brand.locale);
    const asked = typeof data.language === 'string' ? data.language : brand.locale;
    const reader = readerIn(ownLocale ?? asked, {
      form: brand.formOfAddress,
      now: read.now,
      rootUrl,
      hasPages: signsMembersIn,
      guestUrl,
    });
    const host = new URL(rootUrl()).hostname;
    const content = letters[row.kind].tell({ read, row, data }, reader);
    if (content === undefined) return { skipped: 'outdated' };
    const dependant = Client.rows.find(read, dependantOf(row) ?? '');
    const { category } = kindOf(row.kind);
    const settings = notificationSettings(read, row.siteId);
    const isOptional = category !== null && !TRANSACTIONAL.has(category);
    const fromName = settings.fromName ?? brand.name;
    const name = client === undefined ? '' : fullName(client);
    const calendar = CALENDAR_KINDS.has(row.kind)
      ? invitationOf(read, {
          bookingId: String(data.bookingId),
          server: { rootUrl: rootUrl(), hasPages: signsMembersIn },
          organizer: { name: fromName, email: fromAddress },
          attendee: { name, email: to },
          ...(dependant === undefined ? {} : { dependant }),
        })
      : null;
    const unsubscribeUrlOf = (): string | null => {
      if (client === undefined) return null;
      if (row.kind === 'guest_invitation') return `${choicesUrl(client.id)}/guests`;
      return isOptional ? `${choicesUrl(client.id)}/${category}` : null;
    };
    const written = writeLetter(row.kind, content, reader, {
      studio: brand.name,
      firstName: client?.firstName ?? staff?.firstName ?? '',
      address: addressLine(read, row.siteId),
      hasCalendar: calendar?.method === 'REQUEST',
      // Whoever has the former address gets no link that is the client's own.
      choicesUrl: client === undefined || kindOf(row.kind).isForFormer ? null : choicesUrl(client.id),
      own: ownTexts(read, { kind: row.kind, language: mailLanguageOf(reader.formats.locale) }),
    });
    const letter = dependant === undefined ? written : aboutDependant(written, dependant, reader);
    return {
      mail: {
        messageId: `${row.id}@${host}`,
        to,
        fromName,
        replyTo: settings.replyTo,
        ...render(letter, lookOf(read, reader.formats.locale)),
        calendar,
        unsubscribeUrl: unsubscribeUrlOf(),
      },
    };
  };

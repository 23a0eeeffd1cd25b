import type { TextKey } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import type { Unit } from '../../../typed/read-length.ts';

type Notification = Schemas['Settings']['notification'];

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** The settings of mails as a form holds them. */
export const fieldsOf = (on: Notification): Fields => ({
  fromName: on.fromName ?? '',
  replyTo: on.replyTo ?? '',
  'channels.email': yesNo(on.channels.email),
  bookingConfirmation: yesNo(on.bookingConfirmation),
  'bookingReminder.enabled': yesNo(on.bookingReminder.enabled),
  'bookingReminder.minutesBefore': String(on.bookingReminder.minutesBefore),
  waitlistPromoted: yesNo(on.waitlistPromoted),
  sessionCancelled: yesNo(on.sessionCancelled),
  sessionChanged: yesNo(on.sessionChanged),
  'packageExpiring.enabled': yesNo(on.packageExpiring.enabled),
  'packageExpiring.daysBefore': String(on.packageExpiring.daysBefore),
  paymentFailed: yesNo(on.paymentFailed),
  quietHours: yesNo(on.quietHours !== null),
  'quietHours.start': on.quietHours?.start ?? '',
  'quietHours.end': on.quietHours?.end ?? '',
  maxPerDay: String(on.maxPerDay),
  dailySummary: yesNo(on.dailySummary),
});

/** The fields with their names, in the order of the page. */
export const NAMES = {
  fromName: 'mails.fromName',
  replyTo: 'mails.replyTo',
  'channels.email': 'mails.email',
  bookingConfirmation: 'mails.bookingConfirmation',
  'bookingReminder.enabled': 'mails.bookingReminder',
  'bookingReminder.minutesBefore': 'mails.minutesBefore',
  waitlistPromoted: 'mails.waitlistPromoted',
  sessionCancelled: 'mails.sessionCancelled',
  sessionChanged: 'mails.sessionChanged',
  'packageExpiring.enabled': 'mails.packageExpiring',
  'packageExpiring.daysBefore': 'mails.daysBefore',
  paymentFailed: 'mails.paymentFailed',
  quietHours: 'mails.quietHours',
  'quietHours.start': 'mails.quietStart',
  'quietHours.end': 'mails.quietEnd',
  maxPerDay: 'mails.maxPerDay',
  dailySummary: 'mails.dailySummary',
} as const satisfies Readonly<Record<string, TextKey>>;

export type Path = keyof typeof NAMES;

/** The units of lengths of time. */
export const UNITS: Readonly<Partial<Record<string, Unit>>> = {
  'bookingReminder.minutesBefore': 'minute',
  'packageExpiring.daysBefore': 'day',
};

/** What a studio has that has changed nothing. */
export const USUAL: Readonly<Partial<Record<Path, string>>> = {
  'channels.email': 'yes',
  bookingConfirmation: 'yes',
  'bookingReminder.enabled': 'yes',
  'bookingReminder.minutesBefore': '120',
  waitlistPromoted: 'yes',
  sessionCancelled: 'yes',
  sessionChanged: 'yes',
  'packageExpiring.enabled': 'yes',
  'packageExpiring.daysBefore': '7',
  paymentFailed: 'yes',
  quietHours: 'no',
  maxPerDay: '10',
  dailySummary: 'yes',
};

export const isPath = (path: string): path is Path => Object.hasOwn(NAMES, path);

const NUMBERS: readonly string[] = ['bookingReminder.minutesBefore', 'packageExpiring.daysBefore', 'maxPerDay'];
const TEXTS: readonly string[] = ['fromName', 'replyTo', 'quietHours.start', 'quietHours.end'];

/** Whether a field is on or off. */
export const isSwitch = (path: string): boolean => !NUMBERS.includes(path) && !TEXTS.includes(path);

/** What is sent for a field. What is no number is sent as it was typed, so that the server says what it wants. */
const sentOf = (path: string, typed: string): unknown => {
  if (isSwitch(path)) return typed === 'yes';
  if (NUMBERS.includes(path)) return /^\s*\d+\s*$/.test(typed) ? Number(typed) : typed;
  return typed.trim() === '' ? null : typed.trim();
};

/** The name of the setting that a field belongs to: `quietHours.start` to `quietHours`. */
export const settingOf = (path: string): string => path.split('.')[0] ?? path;

/** The body of a change, of the fields that have changed over a version. */
export const patchOf = (changed: Fields, over: Fields): Record<string, unknown> => {
  const draft = { ...over, ...changed };
  const body: Record<string, unknown> = {};
  for (const [path, typed] of Object.entries(changed)) {
    const [name = '', inner] = path.split('.');
    if (name === 'quietHours') {
      const { 'quietHours.start': start, 'quietHours.end': end } = draft;
      body.quietHours = draft.quietHours === 'yes' ? { start, end } : null;
    } else if (inner === undefined) body[name] = sentOf(path, typed);
    else body[name] = { ...(body[name] as object | undefined), [inner]: sentOf(path, typed) };
  }
  return body;
};

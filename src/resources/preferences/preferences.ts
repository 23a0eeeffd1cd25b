import type { Tx } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { updateClient } from '../clients/clients.ts';
import { clientById } from '../clients/queries.ts';
import type { Reactions } from '../reactions.ts';
import { findNotificationPreferences, findUnitPreferences } from './queries.ts';
import {
  CATEGORIES,
  type Category,
  type PutNotificationPreferencesBody,
  type PutUnitPreferencesBody,
} from './shapes.ts';
import { type Channels, chosenReminders, marketingConsentOf, remindersAtHome } from './view.ts';

interface Times {
  readonly createdAt: string;
  readonly updatedAt: string;
}

const SAVE_NOTIFICATIONS = `insert into "notificationPreferences" ("clientId", "choices", "createdAt", "updatedAt")
  values (?, ?, ?, ?) on conflict ("clientId") do update set "choices" = excluded."choices", "updatedAt" = excluded."updatedAt"`;

/** `locked` follows from the category, marketing is the client's consent, and the order does not matter. */
const choicesOf = ({ channels, categories, reminderMinutesBefore, quietHours }: PutNotificationPreferencesBody) => {
  const chosen = CATEGORIES.flatMap((category) => {
    const { email, sms, push } = categories?.[category] ?? {};
    const own = { email, sms, push };
    const isChosen = category !== 'marketing' && Object.values(own).some((value) => value !== undefined);
    return isChosen ? [[category, own]] : [];
  });
  const { email, sms, push } = channels ?? {};
  return JSON.stringify({
    channels: { email, sms, push },
    categories: Object.fromEntries(chosen),
    reminderMinutesBefore,
    quietHours,
  });
};

/** The consent to marketing that a body gives. A channel that it leaves out has no consent, as in the defaults of the category. */
const consentIn = ({ categories }: PutNotificationPreferencesBody): Channels => {
  const { email = false, sms = false, push = false } = categories?.marketing ?? {};
  return { email, sms, push };
};

const requirePeriod = ({ quietHours }: PutNotificationPreferencesBody): void => {
  if (quietHours === undefined || quietHours === null || quietHours.start !== quietHours.end) return;
  throw invalidParam(
    'quietHours.end',
    "The quiet hours start and end at the same time. Send another end, or 'quietHours': null for no quiet hours.",
    { reason: 'same_time' },
  );
};

/** What the body leaves out has its default again. Returns whether anything has changed. @throws Problem 400 for quiet hours without a length. */
export const putNotificationPreferences = (
  tx: Tx,
  clientId: string,
  body: PutNotificationPreferencesBody,
  { createdAt, updatedAt }: Times = { createdAt: tx.now, updatedAt: tx.now },
): boolean => {
  requirePeriod(body);
  const choices = choicesOf(body);
  if (findNotificationPreferences(tx, clientId)?.choices === choices) return false;
  tx.db.query(SAVE_NOTIFICATIONS).run(clientId, choices, createdAt, updatedAt);
  return true;
};

/** Gives or takes back the consent of a member to marketing, with its source, where it is another than before. */
const agreeTo = (
  tx: Tx,
  caller: MemberCaller,
  consent: Channels,
  reactions: Pick<Reactions, 'clientChanged'>,
): void => {
  const { updatedAt: _, ...before } = marketingConsentOf(tx, caller.clientId);
  if (Bun.deepEquals(before, consent)) return;
  const client = clientById(tx, caller.clientId);
  if (client === undefined) return;
  updateClient(tx, caller, client, { marketingConsent: { ...consent, source: 'notification_preferences' } }, reactions);
};

type Following = Pick<Reactions, 'clientChanged' | 'preferencesChanged'>;

/** Replaces what a member chose, with the consent to marketing. @throws Problem as `putNotificationPreferences`. */
export const replacePreferences = (
  tx: Tx,
  caller: MemberCaller,
  body: PutNotificationPreferencesBody,
  reactions: Following,
): void => {
  const { clientId } = caller;
  const { reminderMinutesBefore: wanted, ...others } = body;
  const reminders = wanted === undefined ? {} : chosenReminders(remindersAtHome(tx, clientId), wanted);
  if (putNotificationPreferences(tx, clientId, { ...others, ...reminders })) reactions.preferencesChanged(tx, clientId);
  agreeTo(tx, caller, consentIn(body), reactions);
};

/**
 * Turns the emails of some categories on or off, and leaves what else a member chose. Where all emails are off, they are on
 * again with the first category, and those that nobody has turned on stay off.
 */
export const chooseMails = (
  tx: Tx,
  caller: MemberCaller,
  wanted: Readonly<Partial<Record<Category, boolean>>>,
  reactions: Following,
): void => {
  const row = findNotificationPreferences(tx, caller.clientId);
  const chosen: PutNotificationPreferencesBody = row === undefined ? {} : JSON.parse(row.choices);
  const { updatedAt: _, ...marketing } = marketingConsentOf(tx, caller.clientId);
  const before = { ...chosen.categories, marketing };
  const isOnAgain = chosen.channels?.email === false && Object.values(wanted).includes(true);
  const changed = CATEGORIES.flatMap((category) => {
    const email = wanted[category] ?? (isOnAgain ? false : undefined);
    return email === undefined ? [] : [[category, { ...before[category], email }]];
  });
  const categories = { ...before, ...Object.fromEntries(changed) };
  const on = isOnAgain ? { channels: { ...chosen.channels, email: true } } : {};
  replacePreferences(tx, caller, { ...chosen, ...on, categories }, reactions);
};

const UNIT_COLUMNS = ['system', 'weight', 'distance', 'length', 'energy'] as const;
const SAVE_UNITS =
  `insert into "unitPreferences" ("clientId", ${UNIT_COLUMNS.map((name) => `"${name}"`).join(', ')}, "createdAt", "updatedAt") ` +
  `values (?, ?, ?, ?, ?, ?, ?, ?) on conflict ("clientId") do update set ` +
  [...UNIT_COLUMNS, 'updatedAt'].map((name) => `"${name}" = excluded."${name}"`).join(', ');

/** Replaces the unit preferences of a client; what the body leaves out follows the system, or the brand. */
export const putUnitPreferences = (
  tx: Tx,
  clientId: string,
  body: PutUnitPreferencesBody,
  { createdAt, updatedAt }: Times = { createdAt: tx.now, updatedAt: tx.now },
): void => {
  const row = findUnitPreferences(tx, clientId);
  if (row !== undefined && UNIT_COLUMNS.every((name) => row[name] === (body[name] ?? null))) return;
  tx.db.query(SAVE_UNITS).run(clientId, ...UNIT_COLUMNS.map((name) => body[name] ?? null), createdAt, updatedAt);
};

import { type Part, settingsOf } from '../settings-record.ts';

/** Quiet hours of a studio that begins to have them. */
export const QUIET = { start: '21:00', end: '08:00' } as const;

/** The hours are one setting. */
interface QuietHours {
  readonly 'notification.quietHours': boolean;
  readonly 'notification.quietHours.start': string;
  readonly 'notification.quietHours.end': string;
}

/** Who writes the emails. */
export const SENDER: Part = {
  title: 'mails.partSender',
  fields: settingsOf()({
    'notification.fromName': { kind: 'text', label: 'mails.fromName' },
    'notification.replyTo': { kind: 'text', input: 'email', label: 'mails.replyTo', hint: 'mails.replyToHint' },
  }),
};

/** Which emails clients get. What belongs to one of them is behind it. */
export const CLIENTS: Part = {
  title: 'mails.partClients',
  fields: settingsOf()({
    'notification.channels.email': { kind: 'switch', label: 'mails.email', hint: 'mails.emailHint', usual: true },
    'notification.webPush': { kind: 'switch', label: 'mails.webPush', hint: 'mails.webPushHint', usual: false },
    'notification.bookingConfirmation': {
      kind: 'switch',
      label: 'mails.bookingConfirmation',
      hint: 'mails.bookingConfirmationHint',
      usual: true,
    },
    'notification.bookingReminder.enabled': {
      kind: 'switch',
      label: 'mails.bookingReminder',
      hint: 'mails.bookingReminderHint',
      usual: true,
    },
    'notification.bookingReminder.minutesBefore': {
      kind: 'number',
      unit: 'minute',
      label: 'mails.minutesBefore',
      usual: '120',
      when: (draft) => draft['notification.bookingReminder.enabled'],
    },
    'notification.waitlistPromoted': {
      kind: 'switch',
      label: 'mails.waitlistPromoted',
      hint: 'mails.waitlistPromotedHint',
      usual: true,
    },
    'notification.sessionCancelled': {
      kind: 'switch',
      label: 'mails.sessionCancelled',
      hint: 'mails.sessionCancelledHint',
      usual: true,
    },
    'notification.sessionChanged': {
      kind: 'switch',
      label: 'mails.sessionChanged',
      hint: 'mails.sessionChangedHint',
      usual: true,
    },
    'notification.packageExpiring.enabled': {
      kind: 'switch',
      label: 'mails.packageExpiring',
      hint: 'mails.packageExpiringHint',
      usual: true,
    },
    'notification.packageExpiring.daysBefore': {
      kind: 'number',
      unit: 'day',
      label: 'mails.daysBefore',
      usual: '7',
      when: (draft) => draft['notification.packageExpiring.enabled'],
    },
    'notification.paymentFailed': {
      kind: 'switch',
      label: 'mails.paymentFailed',
      hint: 'mails.paymentFailedHint',
      usual: true,
    },
  }),
};

/** When emails go. */
export const WHEN: Part = {
  title: 'mails.partWhen',
  fields: settingsOf<QuietHours>()({
    'notification.quietHours': {
      kind: 'switch',
      label: 'mails.quietHours',
      hint: 'mails.quietHint',
      usual: false,
      read: ({ notification }) => notification.quietHours !== null,
      writes: ['notification.quietHours'],
      send: (draft) => ({
        'notification.quietHours': draft['notification.quietHours']
          ? { start: draft['notification.quietHours.start'], end: draft['notification.quietHours.end'] }
          : null,
      }),
    },
    'notification.quietHours.start': {
      kind: 'time',
      label: 'mails.quietStart',
      when: (draft) => draft['notification.quietHours'],
      read: ({ notification }) => notification.quietHours?.start,
      writes: ['notification.quietHours'],
      send: null,
    },
    'notification.quietHours.end': {
      kind: 'time',
      label: 'mails.quietEnd',
      when: (draft) => draft['notification.quietHours'],
      read: ({ notification }) => notification.quietHours?.end,
      writes: ['notification.quietHours'],
      send: null,
    },
    'notification.maxPerDay': { kind: 'number', label: 'mails.maxPerDay', hint: 'mails.maxPerDayHint', usual: '10' },
  }),
};

/** Which emails the team gets. */
export const TEAM: Part = {
  title: 'mails.partTeam',
  fields: settingsOf()({
    'notification.dailySummary': {
      kind: 'switch',
      label: 'mails.dailySummary',
      hint: 'mails.dailySummaryHint',
      usual: true,
    },
  }),
};

/** The settings of emails, in the order of the page. */
export const MAILS: readonly Part[] = [SENDER, CLIENTS, WHEN, TEAM];

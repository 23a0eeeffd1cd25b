import type { Category } from '../preferences/shapes.ts';
import type { NotificationSettings } from '../settings/shapes.ts';
import type { MessageKind } from './record.ts';

/** What is known of a kind of message (messages.md "Kinds"). */
interface Kind {
  /** The category of the preferences that decides whether a client gets it; null for messages that no one turns off. */
  readonly category: Category | null;
  /** Whether staff get it: the brand does not word it. */
  readonly isForStaff?: true;
  /** Whether it goes to the address that the person had before, of which nothing else is known then. */
  readonly isForFormer?: true;
  /**
   * Whether the adults of a dependant get it too: it is about what someone has booked, bought or owes. All others are about an
   * account, which is each one's own.
   */
  readonly isForAdults?: true;
  /** Whether it is sent in quiet hours too: it answers what the person just did, or cannot wait. */
  readonly isUrgent: boolean;
  /** Whether the settings of a site allow it; absent where they have no switch for it. */
  readonly isOn?: (settings: NotificationSettings) => boolean;
}

const kinds = {
  booking_confirmed: { category: 'bookings', isForAdults: true, isUrgent: true, isOn: (on) => on.bookingConfirmation },
  guest_invitation: { category: null, isUrgent: true },
  booking_cancelled: { category: 'bookings', isForAdults: true, isUrgent: true },
  waitlist_joined: { category: 'waitlist', isForAdults: true, isUrgent: true },
  waitlist_offered: { category: 'waitlist', isForAdults: true, isUrgent: true },
  waitlist_promoted: { category: 'waitlist', isForAdults: true, isUrgent: true, isOn: (on) => on.waitlistPromoted },
  waitlist_lapsed: { category: 'waitlist', isForAdults: true, isUrgent: true },
  waitlist_open: { category: 'waitlist', isForAdults: true, isUrgent: true },
  session_cancelled: {
    category: 'schedule_changes',
    isForAdults: true,
    isUrgent: true,
    isOn: (on) => on.sessionCancelled,
  },
  session_moved: { category: 'schedule_changes', isForAdults: true, isUrgent: true, isOn: (on) => on.sessionChanged },
  session_substituted: {
    category: 'schedule_changes',
    isForAdults: true,
    isUrgent: false,
    isOn: (on) => on.sessionChanged,
  },
  booking_reminder: {
    category: 'reminders',
    isForAdults: true,
    isUrgent: false,
    isOn: (on) => on.bookingReminder.enabled,
  },
  fee: { category: 'payments', isForAdults: true, isUrgent: false },
  receipt: { category: 'payments', isForAdults: true, isUrgent: true },
  payment_failed: { category: 'payments', isForAdults: true, isUrgent: false, isOn: (on) => on.paymentFailed },
  card_expiring: { category: 'memberships', isUrgent: false },
  // Whoever debits an account has to announce it.
  debit_announced: { category: null, isUrgent: false },
  package_expiring: {
    category: 'memberships',
    isForAdults: true,
    isUrgent: false,
    isOn: (on) => on.packageExpiring.enabled,
  },
  package_depleted: { category: 'memberships', isForAdults: true, isUrgent: false },
  package_end_requested: { category: 'payments', isForAdults: true, isUrgent: true },
  erasure_declined: { category: null, isUrgent: true },
  challenge_starting: { category: 'challenges', isUrgent: false },
  award_earned: { category: 'awards', isUrgent: false },
  member_code: { category: null, isUrgent: true },
  email_code: { category: null, isUrgent: true },
  sign_up_approved: { category: null, isUrgent: true },
  email_changed: { category: null, isForFormer: true, isUrgent: true },
  booking_opens: { category: null, isUrgent: true },
  household_invitation: { category: null, isUrgent: true },
  staff_invitation: { category: null, isForStaff: true, isUrgent: true },
  password_reset: { category: null, isForStaff: true, isUrgent: true },
  staff_email_changed: { category: null, isForStaff: true, isForFormer: true, isUrgent: true },
  endpoint_disabled: { category: null, isForStaff: true, isUrgent: true },
  backup_failed: { category: null, isForStaff: true, isUrgent: true },
  daily_summary: { category: null, isForStaff: true, isUrgent: true },
} as const satisfies Record<MessageKind, Kind>;

export const kindOf = (kind: MessageKind): Kind => kinds[kind];

/** Whether it has a code, and goes to the address for which it was asked. */
export const isCode = (kind: MessageKind): boolean => kind === 'member_code' || kind === 'email_code';

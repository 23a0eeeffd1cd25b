import type { MessageKind } from '../record.ts';
import * as bookings from './bookings.ts';
import * as changes from './changes.ts';
import type { LetterKind } from './context.ts';
import * as members from './members.ts';
import * as memberships from './memberships.ts';
import * as payments from './payments.ts';
import * as staff from './staff.ts';

export const letters: Readonly<Record<MessageKind, LetterKind>> = {
  booking_confirmed: bookings.bookingConfirmed,
  guest_invitation: bookings.guestInvitation,
  booking_cancelled: bookings.bookingCancelled,
  waitlist_joined: bookings.waitlistJoined,
  waitlist_offered: bookings.waitlistOffered,
  waitlist_promoted: bookings.waitlistPromoted,
  waitlist_lapsed: bookings.waitlistLapsed,
  waitlist_open: bookings.waitlistOpen,
  session_cancelled: changes.sessionCancelled,
  session_moved: changes.sessionMoved,
  session_substituted: changes.sessionSubstituted,
  booking_reminder: bookings.bookingReminder,
  fee: payments.fee,
  receipt: payments.receipt,
  payment_failed: payments.paymentFailed,
  card_expiring: payments.cardExpiring,
  debit_announced: payments.debitAnnounced,
  package_expiring: memberships.packageExpiring,
  package_depleted: memberships.packageDepleted,
  package_end_requested: memberships.packageEndRequested,
  erasure_declined: members.erasureDeclined,
  challenge_starting: memberships.challengeStarting,
  award_earned: memberships.awardEarned,
  member_code: members.memberCode,
  email_code: members.emailCode,
  booking_opens: members.bookingOpens,
  sign_up_approved: members.signUpApproved,
  email_changed: members.emailChanged,
  household_invitation: members.householdInvitation,
  staff_invitation: staff.staffInvitation,
  password_reset: staff.passwordReset,
  staff_email_changed: staff.emailChanged,
  endpoint_disabled: staff.endpointDisabled,
  backup_failed: staff.backupFailed,
  daily_summary: staff.dailySummary,
};

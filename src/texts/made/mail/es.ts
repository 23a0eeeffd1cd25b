// Written by scripts/texts from the catalogues. Change those, and run it again.
import awardEarned from '../../es/mail/award-earned.json';
import backupFailed from '../../es/mail/backup-failed.json';
import bookingCancelled from '../../es/mail/booking-cancelled.json';
import bookingConfirmed from '../../es/mail/booking-confirmed.json';
import bookingOpens from '../../es/mail/booking-opens.json';
import bookingReminder from '../../es/mail/booking-reminder.json';
import cardExpiring from '../../es/mail/card-expiring.json';
import challengeStarting from '../../es/mail/challenge-starting.json';
import dailySummary from '../../es/mail/daily-summary.json';
import debitAnnounced from '../../es/mail/debit-announced.json';
import emailChanged from '../../es/mail/email-changed.json';
import emailCode from '../../es/mail/email-code.json';
import endpointDisabled from '../../es/mail/endpoint-disabled.json';
import erasureDeclined from '../../es/mail/erasure-declined.json';
import fee from '../../es/mail/fee.json';
import guestInvitation from '../../es/mail/guest-invitation.json';
import householdInvitation from '../../es/mail/household-invitation.json';
import memberCode from '../../es/mail/member-code.json';
import packageDepleted from '../../es/mail/package-depleted.json';
import packageEndRequested from '../../es/mail/package-end-requested.json';
import packageExpiring from '../../es/mail/package-expiring.json';
import passwordReset from '../../es/mail/password-reset.json';
import paymentFailed from '../../es/mail/payment-failed.json';
import push from '../../es/mail/push.json';
import receipt from '../../es/mail/receipt.json';
import sessionCancelled from '../../es/mail/session-cancelled.json';
import sessionMoved from '../../es/mail/session-moved.json';
import sessionSubstituted from '../../es/mail/session-substituted.json';
import signUpApproved from '../../es/mail/sign-up-approved.json';
import staffEmailChanged from '../../es/mail/staff-email-changed.json';
import staffInvitation from '../../es/mail/staff-invitation.json';
import waitlistJoined from '../../es/mail/waitlist-joined.json';
import waitlistLapsed from '../../es/mail/waitlist-lapsed.json';
import waitlistOffered from '../../es/mail/waitlist-offered.json';
import waitlistOpen from '../../es/mail/waitlist-open.json';
import waitlistPromoted from '../../es/mail/waitlist-promoted.json';
import words from '../../es/mail/words.json';

export const texts = {
  award_earned: awardEarned,
  backup_failed: backupFailed,
  booking_cancelled: bookingCancelled,
  booking_confirmed: bookingConfirmed,
  booking_opens: bookingOpens,
  booking_reminder: bookingReminder,
  card_expiring: cardExpiring,
  challenge_starting: challengeStarting,
  daily_summary: dailySummary,
  debit_announced: debitAnnounced,
  email_changed: emailChanged,
  email_code: emailCode,
  endpoint_disabled: endpointDisabled,
  erasure_declined: erasureDeclined,
  fee,
  guest_invitation: guestInvitation,
  household_invitation: householdInvitation,
  member_code: memberCode,
  package_depleted: packageDepleted,
  package_end_requested: packageEndRequested,
  package_expiring: packageExpiring,
  password_reset: passwordReset,
  payment_failed: paymentFailed,
  push,
  receipt,
  session_cancelled: sessionCancelled,
  session_moved: sessionMoved,
  session_substituted: sessionSubstituted,
  sign_up_approved: signUpApproved,
  staff_email_changed: staffEmailChanged,
  staff_invitation: staffInvitation,
  waitlist_joined: waitlistJoined,
  waitlist_lapsed: waitlistLapsed,
  waitlist_offered: waitlistOffered,
  waitlist_open: waitlistOpen,
  waitlist_promoted: waitlistPromoted,
  words,
};

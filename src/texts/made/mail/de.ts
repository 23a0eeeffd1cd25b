// Written by scripts/texts from the catalogues. Change those, and run it again.
import awardEarned from '../../de/mail/award-earned.json';
import backupFailed from '../../de/mail/backup-failed.json';
import bookingCancelled from '../../de/mail/booking-cancelled.json';
import bookingConfirmed from '../../de/mail/booking-confirmed.json';
import bookingOpens from '../../de/mail/booking-opens.json';
import bookingReminder from '../../de/mail/booking-reminder.json';
import cardExpiring from '../../de/mail/card-expiring.json';
import challengeStarting from '../../de/mail/challenge-starting.json';
import dailySummary from '../../de/mail/daily-summary.json';
import debitAnnounced from '../../de/mail/debit-announced.json';
import emailChanged from '../../de/mail/email-changed.json';
import emailCode from '../../de/mail/email-code.json';
import endpointDisabled from '../../de/mail/endpoint-disabled.json';
import erasureDeclined from '../../de/mail/erasure-declined.json';
import fee from '../../de/mail/fee.json';
import guestInvitation from '../../de/mail/guest-invitation.json';
import householdInvitation from '../../de/mail/household-invitation.json';
import memberCode from '../../de/mail/member-code.json';
import packageDepleted from '../../de/mail/package-depleted.json';
import packageEndRequested from '../../de/mail/package-end-requested.json';
import packageExpiring from '../../de/mail/package-expiring.json';
import passwordReset from '../../de/mail/password-reset.json';
import paymentFailed from '../../de/mail/payment-failed.json';
import push from '../../de/mail/push.json';
import receipt from '../../de/mail/receipt.json';
import sessionCancelled from '../../de/mail/session-cancelled.json';
import sessionMoved from '../../de/mail/session-moved.json';
import sessionSubstituted from '../../de/mail/session-substituted.json';
import signUpApproved from '../../de/mail/sign-up-approved.json';
import staffEmailChanged from '../../de/mail/staff-email-changed.json';
import staffInvitation from '../../de/mail/staff-invitation.json';
import waitlistJoined from '../../de/mail/waitlist-joined.json';
import waitlistLapsed from '../../de/mail/waitlist-lapsed.json';
import waitlistOffered from '../../de/mail/waitlist-offered.json';
import waitlistOpen from '../../de/mail/waitlist-open.json';
import waitlistPromoted from '../../de/mail/waitlist-promoted.json';
import words from '../../de/mail/words.json';

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

// Written by scripts/texts from the catalogues. Change those, and run it again.
import awardEarned from '../../en/mail/award-earned.json';
import backupFailed from '../../en/mail/backup-failed.json';
import bookingCancelled from '../../en/mail/booking-cancelled.json';
import bookingConfirmed from '../../en/mail/booking-confirmed.json';
import bookingOpens from '../../en/mail/booking-opens.json';
import bookingReminder from '../../en/mail/booking-reminder.json';
import cardExpiring from '../../en/mail/card-expiring.json';
import challengeStarting from '../../en/mail/challenge-starting.json';
import dailySummary from '../../en/mail/daily-summary.json';
import debitAnnounced from '../../en/mail/debit-announced.json';
import emailChanged from '../../en/mail/email-changed.json';
import emailCode from '../../en/mail/email-code.json';
import endpointDisabled from '../../en/mail/endpoint-disabled.json';
import erasureDeclined from '../../en/mail/erasure-declined.json';
import fee from '../../en/mail/fee.json';
import guestInvitation from '../../en/mail/guest-invitation.json';
import householdInvitation from '../../en/mail/household-invitation.json';
import memberCode from '../../en/mail/member-code.json';
import packageDepleted from '../../en/mail/package-depleted.json';
import packageEndRequested from '../../en/mail/package-end-requested.json';
import packageExpiring from '../../en/mail/package-expiring.json';
import passwordReset from '../../en/mail/password-reset.json';
import paymentFailed from '../../en/mail/payment-failed.json';
import push from '../../en/mail/push.json';
import receipt from '../../en/mail/receipt.json';
import sessionCancelled from '../../en/mail/session-cancelled.json';
import sessionMoved from '../../en/mail/session-moved.json';
import sessionSubstituted from '../../en/mail/session-substituted.json';
import signUpApproved from '../../en/mail/sign-up-approved.json';
import staffEmailChanged from '../../en/mail/staff-email-changed.json';
import staffInvitation from '../../en/mail/staff-invitation.json';
import waitlistJoined from '../../en/mail/waitlist-joined.json';
import waitlistLapsed from '../../en/mail/waitlist-lapsed.json';
import waitlistOffered from '../../en/mail/waitlist-offered.json';
import waitlistOpen from '../../en/mail/waitlist-open.json';
import waitlistPromoted from '../../en/mail/waitlist-promoted.json';
import words from '../../en/mail/words.json';

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

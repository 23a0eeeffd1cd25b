// Written by scripts/texts from the catalogues. Change those, and run it again.
import awardEarned from '../../it/mail/award-earned.json';
import backupFailed from '../../it/mail/backup-failed.json';
import bookingCancelled from '../../it/mail/booking-cancelled.json';
import bookingConfirmed from '../../it/mail/booking-confirmed.json';
import bookingOpens from '../../it/mail/booking-opens.json';
import bookingReminder from '../../it/mail/booking-reminder.json';
import cardExpiring from '../../it/mail/card-expiring.json';
import challengeStarting from '../../it/mail/challenge-starting.json';
import dailySummary from '../../it/mail/daily-summary.json';
import debitAnnounced from '../../it/mail/debit-announced.json';
import emailChanged from '../../it/mail/email-changed.json';
import emailCode from '../../it/mail/email-code.json';
import endpointDisabled from '../../it/mail/endpoint-disabled.json';
import erasureDeclined from '../../it/mail/erasure-declined.json';
import fee from '../../it/mail/fee.json';
import guestInvitation from '../../it/mail/guest-invitation.json';
import householdInvitation from '../../it/mail/household-invitation.json';
import memberCode from '../../it/mail/member-code.json';
import packageDepleted from '../../it/mail/package-depleted.json';
import packageEndRequested from '../../it/mail/package-end-requested.json';
import packageExpiring from '../../it/mail/package-expiring.json';
import passwordReset from '../../it/mail/password-reset.json';
import paymentFailed from '../../it/mail/payment-failed.json';
import push from '../../it/mail/push.json';
import receipt from '../../it/mail/receipt.json';
import sessionCancelled from '../../it/mail/session-cancelled.json';
import sessionMoved from '../../it/mail/session-moved.json';
import sessionSubstituted from '../../it/mail/session-substituted.json';
import signUpApproved from '../../it/mail/sign-up-approved.json';
import staffEmailChanged from '../../it/mail/staff-email-changed.json';
import staffInvitation from '../../it/mail/staff-invitation.json';
import waitlistJoined from '../../it/mail/waitlist-joined.json';
import waitlistLapsed from '../../it/mail/waitlist-lapsed.json';
import waitlistOffered from '../../it/mail/waitlist-offered.json';
import waitlistOpen from '../../it/mail/waitlist-open.json';
import waitlistPromoted from '../../it/mail/waitlist-promoted.json';
import words from '../../it/mail/words.json';

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

// Written by scripts/texts from the catalogues. Change those, and run it again.
import awardEarned from '../../fr/mail/award-earned.json';
import backupFailed from '../../fr/mail/backup-failed.json';
import bookingCancelled from '../../fr/mail/booking-cancelled.json';
import bookingConfirmed from '../../fr/mail/booking-confirmed.json';
import bookingOpens from '../../fr/mail/booking-opens.json';
import bookingReminder from '../../fr/mail/booking-reminder.json';
import cardExpiring from '../../fr/mail/card-expiring.json';
import challengeStarting from '../../fr/mail/challenge-starting.json';
import dailySummary from '../../fr/mail/daily-summary.json';
import debitAnnounced from '../../fr/mail/debit-announced.json';
import emailChanged from '../../fr/mail/email-changed.json';
import emailCode from '../../fr/mail/email-code.json';
import endpointDisabled from '../../fr/mail/endpoint-disabled.json';
import erasureDeclined from '../../fr/mail/erasure-declined.json';
import fee from '../../fr/mail/fee.json';
import guestInvitation from '../../fr/mail/guest-invitation.json';
import householdInvitation from '../../fr/mail/household-invitation.json';
import memberCode from '../../fr/mail/member-code.json';
import packageDepleted from '../../fr/mail/package-depleted.json';
import packageEndRequested from '../../fr/mail/package-end-requested.json';
import packageExpiring from '../../fr/mail/package-expiring.json';
import passwordReset from '../../fr/mail/password-reset.json';
import paymentFailed from '../../fr/mail/payment-failed.json';
import push from '../../fr/mail/push.json';
import receipt from '../../fr/mail/receipt.json';
import sessionCancelled from '../../fr/mail/session-cancelled.json';
import sessionMoved from '../../fr/mail/session-moved.json';
import sessionSubstituted from '../../fr/mail/session-substituted.json';
import signUpApproved from '../../fr/mail/sign-up-approved.json';
import staffEmailChanged from '../../fr/mail/staff-email-changed.json';
import staffInvitation from '../../fr/mail/staff-invitation.json';
import waitlistJoined from '../../fr/mail/waitlist-joined.json';
import waitlistLapsed from '../../fr/mail/waitlist-lapsed.json';
import waitlistOffered from '../../fr/mail/waitlist-offered.json';
import waitlistOpen from '../../fr/mail/waitlist-open.json';
import waitlistPromoted from '../../fr/mail/waitlist-promoted.json';
import words from '../../fr/mail/words.json';

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

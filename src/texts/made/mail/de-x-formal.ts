// Written by scripts/texts from the catalogues. Change those, and run it again.
import awardEarned from '../../de-x-formal/mail/award-earned.json';
import bookingCancelled from '../../de-x-formal/mail/booking-cancelled.json';
import bookingConfirmed from '../../de-x-formal/mail/booking-confirmed.json';
import bookingOpens from '../../de-x-formal/mail/booking-opens.json';
import bookingReminder from '../../de-x-formal/mail/booking-reminder.json';
import cardExpiring from '../../de-x-formal/mail/card-expiring.json';
import challengeStarting from '../../de-x-formal/mail/challenge-starting.json';
import debitAnnounced from '../../de-x-formal/mail/debit-announced.json';
import emailChanged from '../../de-x-formal/mail/email-changed.json';
import emailCode from '../../de-x-formal/mail/email-code.json';
import erasureDeclined from '../../de-x-formal/mail/erasure-declined.json';
import fee from '../../de-x-formal/mail/fee.json';
import guestInvitation from '../../de-x-formal/mail/guest-invitation.json';
import householdInvitation from '../../de-x-formal/mail/household-invitation.json';
import memberCode from '../../de-x-formal/mail/member-code.json';
import packageDepleted from '../../de-x-formal/mail/package-depleted.json';
import packageEndRequested from '../../de-x-formal/mail/package-end-requested.json';
import paymentFailed from '../../de-x-formal/mail/payment-failed.json';
import push from '../../de-x-formal/mail/push.json';
import receipt from '../../de-x-formal/mail/receipt.json';
import sessionCancelled from '../../de-x-formal/mail/session-cancelled.json';
import sessionMoved from '../../de-x-formal/mail/session-moved.json';
import sessionSubstituted from '../../de-x-formal/mail/session-substituted.json';
import signUpApproved from '../../de-x-formal/mail/sign-up-approved.json';
import waitlistJoined from '../../de-x-formal/mail/waitlist-joined.json';
import waitlistLapsed from '../../de-x-formal/mail/waitlist-lapsed.json';
import waitlistOffered from '../../de-x-formal/mail/waitlist-offered.json';
import waitlistOpen from '../../de-x-formal/mail/waitlist-open.json';
import waitlistPromoted from '../../de-x-formal/mail/waitlist-promoted.json';
import words from '../../de-x-formal/mail/words.json';

export const texts = {
  award_earned: awardEarned,
  booking_cancelled: bookingCancelled,
  booking_confirmed: bookingConfirmed,
  booking_opens: bookingOpens,
  booking_reminder: bookingReminder,
  card_expiring: cardExpiring,
  challenge_starting: challengeStarting,
  debit_announced: debitAnnounced,
  email_changed: emailChanged,
  email_code: emailCode,
  erasure_declined: erasureDeclined,
  fee,
  guest_invitation: guestInvitation,
  household_invitation: householdInvitation,
  member_code: memberCode,
  package_depleted: packageDepleted,
  package_end_requested: packageEndRequested,
  payment_failed: paymentFailed,
  push,
  receipt,
  session_cancelled: sessionCancelled,
  session_moved: sessionMoved,
  session_substituted: sessionSubstituted,
  sign_up_approved: signUpApproved,
  waitlist_joined: waitlistJoined,
  waitlist_lapsed: waitlistLapsed,
  waitlist_offered: waitlistOffered,
  waitlist_open: waitlistOpen,
  waitlist_promoted: waitlistPromoted,
  words,
};

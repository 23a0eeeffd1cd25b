import type { TextKey } from '../../../../texts/translate.ts';
import type { Settings } from '../settings-record.ts';

/** The kinds of emails to clients, in words, in the order of what a client goes through. */
export const KINDS = {
  booking_confirmed: 'mails.kindConfirmed',
  guest_invitation: 'mails.kindGuest',
  booking_opens: 'mails.kindOpening',
  booking_reminder: 'mails.kindReminder',
  booking_cancelled: 'mails.kindCancelled',
  waitlist_joined: 'mails.kindJoined',
  waitlist_offered: 'mails.kindOffered',
  waitlist_promoted: 'mails.kindPromoted',
  waitlist_lapsed: 'mails.kindLapsed',
  waitlist_open: 'mails.kindOpenSpot',
  session_moved: 'mails.kindMoved',
  session_substituted: 'mails.kindSubstituted',
  session_cancelled: 'mails.kindSessionCancelled',
  receipt: 'mails.kindReceipt',
  payment_failed: 'mails.kindPaymentFailed',
  fee: 'mails.kindFee',
  card_expiring: 'mails.kindCardExpiring',
  debit_announced: 'mails.kindDebitAnnounced',
  package_expiring: 'mails.kindPackageExpiring',
  package_depleted: 'mails.kindPackageDepleted',
  package_end_requested: 'mails.kindPackageEnd',
  erasure_declined: 'mails.kindErasure',
  challenge_starting: 'mails.kindChallenge',
  award_earned: 'mails.kindAward',
  member_code: 'mails.kindCode',
  email_code: 'mails.kindEmailCode',
  sign_up_approved: 'mails.kindAdmitted',
  household_invitation: 'mails.kindHousehold',
  email_changed: 'mails.kindEmailChanged',
} as const satisfies Readonly<Record<string, TextKey>>;

export type Kind = keyof typeof KINDS;

export const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

/** Kinds of what a studio has only when it turns it on. */
const ONLY_WHERE: Readonly<Partial<Record<Kind, (settings: Settings) => boolean>>> = {
  guest_invitation: ({ booking }) => booking.guestsPerBooking > 0,
  debit_announced: ({ payment }) => payment.waysToPay,
  household_invitation: ({ membership }) => membership.households !== 'off',
};

/** The kinds that a studio with these settings sends. */
export const kindsOf = (settings: Settings | undefined): Kind[] =>
  Object.keys(KINDS)
    .filter(isKind)
    .filter((kind) => ONLY_WHERE[kind] === undefined || (settings !== undefined && ONLY_WHERE[kind](settings)));

/** A code, what it means, what to do about it. */
export type CodeRow = readonly [code: string, meaning: string, remedy: string];

/** The codes of status 409: the request is in order, the state of a record is against it. */
export const conflictCodes: readonly CodeRow[] = [
  [
    'client_email_exists',
    'Another client has this email address.',
    'Use that client: its id stands in details. An archived client keeps its address.',
  ],
  ['staff_email_exists', 'Another staff member has this email address.', 'Use that one, or send another address.'],
  [
    'session_full',
    'Every seat of the session is taken, or kept for those who wait already, and no waiting list was asked for.',
    'The code in details says how its waiting list is: waitlist_open, waitlist_full or waitlist_closed. Send ' +
      'joinWaitlist: true if it is open, or choose another session.',
  ],
  ['waitlist_full', 'The waiting list of the session is full too.', 'Choose another session.'],
  ['waitlist_closed', 'The session has no waiting list, or it is closed.', 'Choose another session.'],
  [
    'already_booked',
    'The client holds a booking of this session. For members details may name another reason: overlapping_booking (of ' +
      'another session at that time) or booking_limit_reached (as many bookings ahead as the studio allows).',
    'Use that booking, or cancel it first.',
  ],
  ['client_suspended', 'The client is suspended.', 'PATCH the client with status active first.'],
  ['client_archived', 'The client is archived.', 'Restore it first: PATCH the client with status active.'],
  ['site_inactive', 'The site is not active.', 'Activate the site, or name another one.'],
  [
    'card_declined',
    'The card was not charged. The code in details is the reason, in the words of the processor, or one of ours: ' +
      'payment_method_removed, payment_method_elsewhere (saved with other keys), abandoned (no answer came in time).',
    'Ask for another card or way of payment.',
  ],
  ['session_started', 'The session has begun.', 'Check in or mark a no-show instead; a begun session is not left.'],
  ['session_cancelled', 'The session is cancelled.', 'Choose another session.'],
  ['already_cancelled', 'The booking is cancelled.', 'Nothing is to be done.'],
  ['already_checked_in', 'The booking is checked in.', 'Nothing is to be done.'],
  ['booking_cancelled', 'A cancelled booking can not be checked in.', 'Book again first.'],
  [
    'already_processed',
    'The booking is past what was asked: it can not become a no-show, does not wait for a seat, or has nothing to waive.',
    'Retrieve it to see its status.',
  ],
  ['payment_already_refunded', 'The whole payment has been refunded.', 'Nothing is to be done.'],
  [
    'refund_exceeds_balance',
    'The refund is larger than what is left of the payment.',
    'Send at most amount minus amountRefunded, or no amount for all that is left.',
  ],
  ['payment_not_refundable', 'Only a completed payment can be refunded.', 'Retrieve it to see its status.'],
  ['refund_failed', 'The card processor refused the refund.', 'Read the message; refund in another way if it stays.'],
  ['package_already_cancelled', 'The package is cancelled.', 'Nothing is to be done.'],
  ['package_expired', 'The package has expired and can not be cancelled.', 'Nothing is to be done.'],
  [
    'package_not_eligible',
    'The package that was named can not pay for this session. The code in details is the reason: wrong_location, ' +
      'wrong_category, not_started, will_be_expired, no_credits, usage_limit_reached, frozen, on_hold or cancelled.',
    'Name another package, or none to let one be chosen.',
  ],
  [
    'no_eligible_package',
    'A credit is required and the client has no package that fits.',
    'Sell a package first, or book without requireCredit.',
  ],
  ['webhook_not_disabled', 'Only a disabled webhook can be enabled.', 'Nothing is to be done: it is sending.'],
  [
    'secret_rotation_conflict',
    'Another rotation of this secret has just finished, or the webhook is disabled.',
    'Use the secret of that rotation, wait 10 seconds before rotating again, or enable the webhook.',
  ],
  ['last_owner', 'The business would be left without an active owner.', 'Make another owner first.'],
  [
    'instructor_conflict',
    'The instructor is somewhere else at that time; details name where.',
    'Choose another time or instructor, or send overrideConflicts: true.',
  ],
  [
    'outside_check_in_window',
    'Members check in only from a while before the start until a while after it.',
    'Try again inside the window that the message tells, or ask the desk.',
  ],
  [
    'outside_booking_window',
    'Members book only inside the window of the studio: details name not_open_yet or closed. Where the studio says so, ' +
      'they also cancel only until the late-cancel window begins.',
    'Try again inside the window that the message tells, or ask the studio.',
  ],
  [
    'idempotency_key_reused',
    'This Idempotency-Key was sent with another request within 24 hours.',
    'Use a new key for each request, and the same key only to repeat it unchanged.',
  ],
  [
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running.',
    'Wait a moment and send the same request again.',
  ],
  ['already_enrolled', 'The member takes part in this challenge.', 'Nothing is to be done.'],
  ['not_enrolled', 'The member does not take part in this challenge.', 'Enrol first.'],
  ['enrollment_closed', 'The challenge takes no one in at this time.', 'Choose a challenge that is open.'],
  ['challenge_full', 'Every place in the challenge is taken.', 'Choose another challenge.'],
  ['commitment_closed', 'The time to commit to goals is over.', 'Go on with the goals that are committed.'],
  ['submission_closed', 'The time to submit is over or has not begun.', 'Submit between the dates of the challenge.'],
  ['assessment_already_submitted', 'This assessment has been submitted.', 'Change it with PUT.'],
  ['video_session_closed', 'The video session has ended.', 'Start a new one.'],
  ['media_not_ready', 'The media is still being made ready.', 'Try again later.'],
  [
    'payment_method_setup_incomplete',
    'The card was not confirmed with the processor yet. The code in details is the state of the setup there.',
    "Confirm it with the client secret in the processor's form, then complete again.",
  ],
  [
    'payment_method_setup_failed',
    'The processor refused the card, or the setup cannot go on. The code in details is the reason, in the words of the ' +
      'processor, or one of ours: mode_mismatch, setup_cancelled, setup_unknown, too_many_saved_methods.',
    'Try another card with the same client secret, then complete again; or begin anew where the message says so.',
  ],
  [
    'payment_method_in_use',
    'A renewing package pays with this card.',
    'Bind the package to another card, or stop its renewal first.',
  ],
  [
    'card_payments_not_enabled',
    'The business can not take card payments yet.',
    'Finish the onboarding at the processor. Cards can be saved meanwhile.',
  ],
];

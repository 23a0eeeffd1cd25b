import type { CodeRow } from './code-row.ts';
import { guestConflicts } from './guest-conflicts.ts';
import { mailConflicts } from './mail-conflicts.ts';
import { memberConflicts } from './member-conflicts.ts';
import { paymentConflicts } from './payment-conflicts.ts';

/** The codes of status 409: the request is valid, but the current state of a record does not allow it. */
export const conflictCodes: readonly CodeRow[] = [
  ...memberConflicts,
  ...guestConflicts,
  [
    'client_email_exists',
    'Another client has this email address.',
    'Use that client: details contains its ID. Archived clients keep their email address.',
  ],
  [
    'client_merged',
    'The client of the row was merged into another one.',
    'Leave the row out: details contains the ID of the client that was kept.',
  ],
  [
    'merge_not_allowed',
    'The two clients cannot be merged now; the code in details is the reason: client_archived (one is erased), payment_pending, change_unfinished or different_households.',
    'Wait until what is pending has ended. An erased client cannot be merged.',
  ],
  [
    'staff_email_exists',
    'Another staff member has this email address.',
    'Use that staff member, or send another email address.',
  ],
  [
    'staff_inactive',
    'The staff member is not active, and cannot sign in.',
    'Set their status to active with PATCH first.',
  ],
  ...mailConflicts,
  [
    'second_factor_missing',
    'Two-step sign-in is not set up, so there is nothing to confirm and no recovery codes.',
    'Start with POST /manage/auth/totp, or add a passkey.',
  ],
  [
    'studio_not_empty',
    'Demo data was requested in a studio that already has its own data.',
    "Set the studio up without 'demoData'.",
  ],
  [
    'backups_unavailable',
    'The server keeps its data in memory, so there is nothing to back up.',
    'Start it with a data directory.',
  ],
  [
    'backup_not_restorable',
    'The backup cannot be restored here; the code in details is the reason: newer_schema, other_key, or command_line_only (only the command line restores on this server).',
    'The message says what to do.',
  ],
  [
    'job_in_progress',
    'A backup is being created, verified, or restored.',
    'Wait until GET /manage/jobs/{id} says that it is done.',
  ],
  ['charge_in_progress', 'Demo data are to be removed while a card is being charged.', 'Try again in a minute.'],
  [
    'passkeys_unavailable',
    'The public address of the server has no https or no host name, so browsers cannot create passkeys for it.',
    'Use an authenticator app, or set STUDIOD_PUBLIC_URL to an https address.',
  ],
  [
    'setup_done',
    'The studio has an owner, so its first owner cannot be set up again.',
    'Sign in, or ask an owner to invite you.',
  ],
  [
    'external_id_exists',
    'Another record of the same kind has this externalId.',
    'Use that record: lists find it by external_id. Archived records keep their externalId.',
  ],
  [
    'session_full',
    'All spots in the session are taken or held for the waitlist, and the request did not ask to join the waitlist.',
    'The code in details is the status of the waitlist: waitlist_open, waitlist_full, or waitlist_closed. Send ' +
      'joinWaitlist: true if it is open, or choose another session.',
  ],
  [
    'see_desk',
    'A kiosk cannot check this client in. The response gives no reason.',
    'Check the client in at the desk.',
  ],
  ['waitlist_full', 'The session and its waitlist are full.', 'Choose another session.'],
  ['waitlist_closed', 'The session has no waitlist, or it is closed.', 'Choose another session.'],
  ['already_booked', 'The client already has a booking for this session.', 'Use that booking, or cancel it first.'],
  [
    'booking_overlap',
    'The member has a booking for another session at that time.',
    'Cancel that booking first, or choose another session.',
  ],
  [
    'booking_limit_reached',
    'The member has the maximum number of upcoming bookings.',
    'Cancel one of them first, or wait until one is over.',
  ],
  [
    'late_cancel_not_allowed',
    'Members can cancel only before the late-cancel window.',
    'Ask the staff to cancel the booking.',
  ],
  ['plan_limit_reached', 'The member has bought this plan as often as one may.', 'Offer another plan.'],
  ['client_suspended', 'The client is suspended.', 'Set the status of the client to active with PATCH first.'],
  [
    'client_erased',
    'The client was erased, and nothing new can be stored about them.',
    'Leave out texts and metadata, or send another client.',
  ],
  ['client_archived', 'The client is archived.', 'Restore the client first: set its status to active with PATCH.'],
  [
    'erasure_not_allowed',
    'The client cannot be erased now. The code in details is the reason: payment_pending or balance_owed.',
    'Wait for the payment, or collect the debt or write it off with writeOffDebts.',
  ],
  [
    'default_site',
    'The default site of the brand cannot be archived.',
    'Choose another default site in the settings first.',
  ],
  ['site_inactive', 'The site is not active.', 'Activate the site, or send another site.'],
  [
    'card_declined',
    'The card was not charged. The code in details is the decline code of the processor, or one of ours: ' +
      'payment_method_removed, payment_method_elsewhere (saved with other keys), abandoned (the processor sent no ' +
      'result in time), or not_approved (the card holder did not approve the payment).',
    'Ask for another card or another payment method.',
  ],
  [
    'session_started',
    'The session has started. The code in details is too_late if it ended so long ago that staff can no longer change it.',
    'Check the client in or mark a no-show instead of canceling, or send afterStart.',
  ],
  ['session_cancelled', 'The session is canceled.', 'Choose another session.'],
  ['already_cancelled', 'The booking is already canceled.', 'No action is needed.'],
  ['already_checked_in', 'The booking is already checked in.', 'No action is needed.'],
  ['booking_cancelled', 'A canceled booking cannot be checked in.', 'Create a new booking first.'],
  [
    'already_processed',
    'The status of the booking no longer allows this: it cannot become a no-show, is not on the waitlist, or has no ' +
      'penalty to waive.',
    'Retrieve the booking to see its status.',
  ],
  [
    'undo_too_late',
    'The check-in or the no-show was more than 15 minutes ago and staff can no longer correct the session, or a ' +
      "member's own cancellation was more than 15 seconds ago.",
    'Check the client in, cancel the booking, or book again instead.',
  ],
  [
    'checkin_not_refused',
    'The check-in is valid, or it was undone, so there is no one to let in.',
    'Retrieve the check-in to see its status. After an undo, check the client in again.',
  ],
  [
    'penalty_already_settled',
    'The fee of the booking is paid, waived, or being charged.',
    'No action is needed. The message says which, with the ID of a payment.',
  ],
  [
    'renewal_not_owed',
    'No renewal of the package was declined, or it is being charged.',
    'Retrieve the package to see when it ends. Charging a card takes at most a minute.',
  ],
  ...paymentConflicts,
  ['package_already_cancelled', 'The package is already canceled.', 'No action is needed.'],
  ['package_expired', 'The package has expired and cannot be canceled.', 'No action is needed.'],
  [
    'package_not_eligible',
    'The package you sent cannot pay for this session. The code in details is the reason: wrong_location, ' +
      'wrong_category, not_started, will_be_expired, no_credits, usage_limit_reached, frozen, on_hold, or cancelled.',
    'Send another package, or leave it out to have a package chosen automatically.',
  ],
  [
    'freeze_not_allowed',
    'The package cannot be frozen or unfrozen now. The code in details is the reason: freeze_not_allowed (by the ' +
      'settings), freeze_days_used_up, frozen (already), not_frozen, or studio_only (the terms of the package do not let members freeze it).',
    'Read the message; it says what to do.',
  ],
  [
    'no_eligible_package',
    'A credit is required, but the client has no package that can pay for this session.',
    'Sell a package first, or book without requireCredit.',
  ],
  ['webhook_not_disabled', 'Only a disabled webhook can be enabled.', 'No action is needed: the webhook is active.'],
  [
    'secret_rotation_conflict',
    'The secret was rotated a moment ago, or the webhook is disabled.',
    'Use the secret of that rotation, wait 10 seconds before you rotate it again, or enable the webhook first.',
  ],
  ['last_owner', 'The business would have no active owner.', 'Give the owner role to another staff member first.'],
  [
    'instructor_conflict',
    'The instructor has another session at that time; see details.',
    'Choose another time or instructor, or send overrideConflicts: true.',
  ],
  [
    'room_conflict',
    'Another session is in the room at that time; see details.',
    'Choose another time or room, or send allowConflict: true.',
  ],
  [
    'outside_check_in_window',
    'Members can check in only during the check-in window around the start of the session.',
    'Try again during the window given in the message, or ask the staff.',
  ],
  [
    'outside_booking_window',
    'Members can book only during the booking window: the code in details is not_open_yet or closed.',
    'Try again during the window given in the message, or ask the staff.',
  ],
  [
    'idempotency_key_reused',
    'This Idempotency-Key was used for a different request within the last 24 hours.',
    'Use a new key for each request. Reuse a key only to repeat the same request.',
  ],
  [
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still being processed.',
    'Wait a moment and send the same request again.',
  ],
  ['already_enrolled', 'The member is already enrolled in this challenge.', 'No action is needed.'],
  [
    'not_enrolled',
    'The member is not enrolled in this challenge, or it is over.',
    'Enroll the member while it is open.',
  ],
  ['enrollment_closed', 'Enrollment in the challenge is closed at this time.', 'Choose an open challenge.'],
  ['challenge_full', 'The challenge is full.', 'Choose another challenge.'],
  [
    'challenge_published',
    'The challenge is published, and the request changes something its participants rely on.',
    'Leave the field out. Texts, pictures, capacity, and the enrollment period can still change.',
  ],
  ['challenge_archived', 'The challenge is archived.', 'Create another one.'],
  [
    'challenge_not_ready',
    'A goal, an assessment, or an article does not fit the dates of the challenge.',
    'Change what details name, or the dates, then publish the challenge.',
  ],
  ['commitment_closed', 'The period to commit to goals is over.', 'Continue with the committed goals.'],
  ['submission_closed', 'The submission period is over or has not started.', 'Submit during the challenge.'],
  ['assessment_already_submitted', 'This assessment is already submitted.', 'Change it with PUT.'],
  ['video_session_closed', 'The video session has ended.', 'Start a new one.'],
  [
    'slug_exists',
    'Another record of the same kind has the slug you sent. Archived records keep their slug.',
    'Send another slug, or leave it out to generate one from the name.',
  ],
  [
    'award_already_earned',
    'The client already has this award, and it can be earned only once.',
    'No action is needed. To grant it again, revoke the other grant first.',
  ],
  ['award_archived', 'The award is archived: members keep it, but it can no longer be earned.', 'Create another one.'],
  ['in_use', 'Other records need this one; the message says which.', 'Move or delete those first.'],
  [
    'upload_conflict',
    'The upload is at another offset, is finished, or another request is sending its bytes.',
    'Get Upload-Offset with HEAD and continue there. A tus client does that automatically.',
  ],
  [
    'limit_reached',
    'The limit of active leaderboards, of unfinished uploads of this credential, or of people or invitations of a household is reached.',
    'Archive, finish, or delete one of them first; the message says which.',
  ],
  [
    'month_not_over',
    'The month is not over at the site, so it cannot be closed for pay.',
    'Close it when its last day is over there.',
  ],
  [
    'month_closed',
    'The month of the site is already closed for pay.',
    'Retrieve it, or reopen it first if it was closed too early.',
  ],
  ['content_archived', 'The metric is archived and takes no new entry.', 'Record another metric.'],
  ['leaderboard_archived', 'The leaderboard is archived and cannot change.', 'Create a new one.'],
  ['media_not_ready', 'The media is still being processed.', 'Try again later.'],
  [
    'payment_method_setup_incomplete',
    'The card has not been confirmed with the processor yet. The code in details is the status of the setup there.',
    "Confirm it with the client secret in the processor's form, then complete the setup again.",
  ],
  [
    'payment_method_setup_failed',
    'The processor declined the card, or the setup cannot continue. The code in details is the error code of the ' +
      'processor, or one of ours: mode_mismatch, setup_cancelled, or setup_unknown.',
    'Try another card with the same client secret, then complete the setup again. Start a new setup if the message says so.',
  ],
  [
    'payment_method_limit',
    'The member has as many saved cards as the settings allow (maxSavedMethods).',
    'Remove a card first.',
  ],
  [
    'payment_method_in_use',
    'A package that renews automatically uses this card.',
    'Choose another card for the package, or turn off its renewal first.',
  ],
  [
    'card_payments_not_enabled',
    'The business cannot accept card payments yet.',
    'Finish the onboarding with the processor. Cards can already be saved.',
  ],
];

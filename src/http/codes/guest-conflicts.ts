import type { CodeRow } from './code-row.ts';

/** The codes of status 409 that members get when they bring guests. */
export const guestConflicts: readonly CodeRow[] = [
  [
    'guests_not_allowed',
    'The session allows no guests, or the booking is not one that can bring them.',
    'Bring guests to a session that allows them, with a confirmed booking of your own.',
  ],
  [
    'guest_limit_reached',
    'The booking has as many guests as it can have, or the member has brought too many new guests in a day or a month.',
    'Cancel a guest, or wait.',
  ],
];

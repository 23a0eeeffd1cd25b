import type { Read } from '../../database/database.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { bringGuest } from '../bookings/guests/bring.ts';
import { bringGuestByCard } from '../bookings/guests/by-card.ts';
import { type GuestRow, guestOf } from '../bookings/guests/queries.ts';
import { BringGuest, MemberGuest, type MemberGuestResponse, MemberGuests } from '../bookings/guests/shapes.ts';
import { memberGuestsView, memberGuestView } from '../bookings/guests/view.ts';
import { MEMBER as AS_MEMBER } from '../bookings/origin.ts';
import { type BookingRecord, bookingById } from '../bookings/queries.ts';
import { cancel } from '../bookings/status/cancel.ts';
import { BOOKINGS } from '../demo-ids.ts';
import { GUEST_PREFIX, type PersonalLinks } from '../messages/personal-links.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import type { Reactions } from '../reactions.ts';

/** @throws Problem 404 for another client's. */
const findOwnBooking = (read: Read, { clientId }: MemberCaller, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined || row.clientId !== clientId) throw notFound('booking', id);
  return row;
};

/** @throws Problem 404 for a guest whom another member brings. */
const findOwnGuest = (read: Read, { clientId }: MemberCaller, id: string): GuestRow => {
  const guest = guestOf(read, id);
  if (guest === undefined || guest.hostClientId !== clientId) throw notFound('guest', id);
  return guest;
};

const guestIn = (read: Read, bookingId: string): GuestRow => {
  const guest = guestOf(read, bookingId);
  if (guest === undefined) throw new Error(`the booking '${bookingId}' is of no guest`);
  return guest;
};

/** A guest whose place is cancelled. */
const CANCELLED = {
  id: '01000000-0000-7000-8000-000000000599',
  object: 'member_guest',
  bookingId: BOOKINGS.ofMember,
  firstName: 'Jo',
  email: 'jo@guests.example',
  status: 'cancelled',
  payment: 'free_first_visit',
  url: null,
  createdAt: '2026-11-27T22:42:00.000Z',
} as const satisfies MemberGuestResponse;

interface GuestDeps {
  readonly personalLinks: PersonalLinks;
  readonly rootUrl: () => string;
  readonly charging: ChargeDeps;
  readonly reactions: Reactions;
}

/** Where a guest opens the invitation. */
const guestPage =
  ({ personalLinks, rootUrl }: Pick<GuestDeps, 'personalLinks' | 'rootUrl'>) =>
  (bookingId: string): string =>
    `${rootUrl()}${GUEST_PREFIX}${personalLinks.tokenOf('guest', bookingId)}`;

/** The guests whom a member brings. */
export const memberGuestOperations = (deps: GuestDeps) => {
  const urlOf = guestPage(deps);
  const view = (read: Read, { id }: Pick<BookingRecord, 'id'>) => memberGuestView(read, guestIn(read, id), urlOf);
  return memberOnlyOperations(({ read, write, flow }) => [
    read(
      'GET /public-api/v2/member/bookings/:id/guests',
      'listMemberGuests',
      {
        summary: 'List the guests of a booking',
        description: 'Also says how many more guests the member can bring, and how they can be paid for.',
        on: { find: findOwnBooking },
        response: MemberGuests,
        isExtension: true,
        example: at(BOOKINGS.ofMember),
      },
      (read, { record }) => memberGuestsView(read, record, urlOf),
    ),
    flow(
      'POST /public-api/v2/member/bookings/:id/guests',
      'bringMemberGuest',
      {
        summary: 'Bring a guest to a booked session',
        description:
          'The guest gets one email, with a calendar invitation and the waiver. The response is the same whether or ' +
          'not the studio knows the email. A member can bring at most 3 new guests a day and 10 a month.',
        on: { find: findOwnBooking },
        body: BringGuest,
        status: 201,
        response: MemberGuest,
        errors: [409, 503],
        isExtension: true,
        example: {
          ...at(BOOKINGS.ofMember),
          body: { firstName: 'Jo', email: 'jo@guests.example', payment: 'free_first_visit' },
        },
      },
      (call, conclude) => {
        const { caller: member, record: host, body, requestKey } = call;
        if (body.payment === 'drop_in') {
          return bringGuestByCard(
            { ...deps.charging, reactions: deps.reactions },
            { member, host, body, requestKey },
            view,
            conclude,
          );
        }
        return conclude((tx) => view(tx, bringGuest(tx, member, bookingById(tx, host.id) ?? host, body)));
      },
    ),
    write(
      'POST /public-api/v2/member/guests/:id/cancel',
      'cancelMemberGuest',
      {
        summary: 'Cancel the place of a guest',
        description: "Follows the studio's policy, as the member's own cancellations do.",
        on: { find: findOwnGuest },
        response: MemberGuest,
        errors: [409],
        isExtension: true,
        isInteractive: true,
        answers: { 200: CANCELLED },
      },
      (tx, { caller, record }) => {
        const booking = bookingById(tx, record.bookingId);
        // A place that is the guest's own by now is no longer the host's to cancel.
        if (booking === undefined || booking.hostBookingId !== record.hostBookingId)
          throw notFound('guest', record.bookingId);
        return view(tx, cancel(tx, caller, booking, {}, deps.reactions, AS_MEMBER));
      },
    ),
  ]);
};

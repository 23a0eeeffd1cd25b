import type { Read } from '../../../database/database.ts';
import { BOOKING_STATUSES } from '../../../events/enumerations.ts';
import type { Call, Conclude, Concluded } from '../../../http/operations/call.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { answerOf, at, from } from '../../../http/operations/example.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { utcInstant } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/problem.ts';
import { id, instant, oneOf, optional } from '../../../kernel/schemas.ts';
import { BOOKINGS, SESSIONS } from '../../demo-ids.ts';
import { PurchaseApproval } from '../../payments/approvals/shapes.ts';
import { type ApprovalDeps, approvalViews } from '../../payments/approvals/waiting.ts';
import { requireWaysToPay } from '../../payments/approvals/ways-to-pay.ts';
import type { Reactions } from '../../reactions.ts';
import { book } from '../create/book.ts';
import { moveBooking } from '../move/move.ts';
import { moveOwnPreview } from '../move/preview.ts';
import { MEMBER } from '../origin.ts';
import { type BookingRecord, bookingById, ownBookingPage } from '../queries.ts';
import {
  CreateMemberBooking,
  type CreateMemberBookingBody,
  MemberBooking,
  MemberBookingList,
  type MemberBookingResponse,
  MoveMemberBooking,
} from '../shapes.ts';
import { cancel } from '../status/cancel.ts';
import { memberBookingExpansions, memberBookingViews } from '../view.ts';
import { acceptSeat } from '../waitlist/promote.ts';
import { bookVisit, holderOfVisit } from './by-card.ts';
import { acceptPreview, bookingPreview, cancelOwnPreview } from './previews.ts';
import { undoOwnCancel } from './undo.ts';
import { bookingOf, isVisitBody } from './visit-price.ts';

/** @throws Problem 404 when there is no such booking, or it is another client's. */
const findOwnBooking = (read: Read, { clientId }: MemberCaller, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined || row.clientId !== clientId) throw notFound('booking', id);
  return row;
};

const onOwnBooking = { on: { find: findOwnBooking }, response: MemberBooking, isExtension: true };

const expands = ({ clientId }: MemberCaller) => memberBookingExpansions(clientId);

const view = (read: Read, row: BookingRecord): MemberBookingResponse => memberBookingViews(read, [row])(row);

type BookingCall = Call<MemberCaller, unknown, CreateMemberBookingBody, unknown>;

interface MemberBookingDeps extends ApprovalDeps {
  readonly reactions: Reactions;
}

/** Books for the member; one visit is paid by the card of the body, or free by its code. */
const bookOwn = (
  { charging, rootUrl, reactions }: MemberBookingDeps,
  { caller: member, body, requestKey }: Pick<BookingCall, 'caller' | 'body' | 'requestKey'>,
  conclude: Conclude,
): Promise<Concluded> => {
  if (isVisitBody(body)) {
    const holder = charging.store.read((read) => {
      requireWaysToPay(read, member, body);
      return holderOfVisit(read, body);
    });
    const views = { booked: view, asked: approvalViews({ charging, rootUrl }) };
    return bookVisit({ ...charging, reactions }, { member, body, requestKey, holder }, views, conclude);
  }
  return conclude((tx) => view(tx, book(tx, member, bookingOf(member.clientId, body), { origin: MEMBER })));
};

/** The bookings of a member at all sites; new ones are made at the site that the request names. */
export const memberBookingOperations = (deps: MemberBookingDeps) =>
  memberOnlyOperations(({ list, read, write, flow }) => [
    list(
      'GET /public-api/v2/member/bookings',
      'listMemberBookings',
      {
        summary: "List the member's own bookings",
        description: "Returns the member's bookings at all sites, newest first.",
        filters: {
          session_id: optional(id()),
          status: optional(oneOf(...BOOKING_STATUSES)),
          start_time_gte: optional(instant()),
          start_time_lte: optional(instant()),
        },
        expands,
        response: MemberBookingList,
        isExtension: true,
      },
      (read, { caller: { clientId }, query, page }) => {
        const bookings = ownBookingPage(read, page, {
          clientId,
          sessionId: query.session_id,
          status: query.status,
          notBefore: utcInstant(query.start_time_gte),
          notAfter: utcInstant(query.start_time_lte),
        });
        return { page: bookings, view: memberBookingViews(read, bookings.rows) };
      },
    ),
    flow(
      'POST /public-api/v2/member/bookings',
      'createMemberBooking',
      {
        reads: 'getMemberBooking',
        summary: 'Book a session or join its waitlist',
        description:
          'Books at the site of `X-Site-ID`. `paymentMethodId` pays for a drop-in by card, with `discountCode` ' +
          "applied; `joinWaitlist` joins the waitlist. Returns 202 if the member's bank requires the payment to be " +
          'approved and `returnUrl` is set: nothing is booked yet, and the spot is held until `expiresAt`. ' +
          'Complete the purchase after approval. Without `returnUrl`, the card is declined.',
        body: CreateMemberBooking,
        status: 201,
        response: MemberBooking,
        alsoResponds: { 202: PurchaseApproval },
        dryRun: bookingPreview(deps.charging),
        example: { body: { sessionId: SESSIONS.offered } },
      },
      (call, conclude) => bookOwn(deps, call, conclude),
    ),
    read(
      'GET /public-api/v2/member/bookings/:id',
      'getMemberBooking',
      {
        summary: "Retrieve one of the member's bookings",
        description: "Another member's booking returns 404.",
        ...onOwnBooking,
        expands,
        example: at(BOOKINGS.ofMember),
      },
      (read, { record }) => view(read, record),
    ),
    write(
      'POST /public-api/v2/member/bookings/:id/cancel',
      'cancelMemberBooking',
      {
        summary: "Cancel one of the member's bookings, or leave the waitlist",
        description: "Follows the studio's policy: if it is late, the credit is lost and a fee may apply.",
        ...onOwnBooking,
        dryRun: cancelOwnPreview(deps.charging),
        example: at(BOOKINGS.ofMember),
      },
      (tx, { caller, record }) => view(tx, cancel(tx, caller, record, {}, deps.reactions, MEMBER)),
    ),
    write(
      'POST /public-api/v2/member/bookings/:id/move',
      'moveMemberBooking',
      {
        summary: "Move one of the member's bookings to another session",
        description:
          'Moves to a session at the site of `X-Site-ID`, until the free cancellation period ends. The package and ' +
          'the credit stay the same; the old spot is given up only for the new one.',
        ...onOwnBooking,
        body: MoveMemberBooking,
        dryRun: moveOwnPreview,
        example: { ...at(BOOKINGS.ofMember), body: { sessionId: SESSIONS.offered } },
      },
      (tx, { caller, record, body }) => view(tx, moveBooking(tx, caller, record, body, deps.reactions, MEMBER)),
    ),
    write(
      'POST /public-api/v2/member/bookings/:id/undo',
      'undoMemberCancel',
      {
        summary: "Undo one of the member's cancellations",
        description:
          'Possible within 15 seconds, if the spot is still open: the booking is restored, with its credit and ' +
          'without a fee. The spot is not held meanwhile, so the waitlist may take it.',
        ...onOwnBooking,
        example: at(BOOKINGS.ofMember),
        isInteractive: true,
        answers: { 200: answerOf('getMemberBooking') },
      },
      (tx, { record }) => {
        const { id } = undoOwnCancel(tx, record, deps.reactions);
        // The waitlist may have given a seat.
        return view(tx, bookingById(tx, id) ?? record);
      },
    ),
    write(
      'POST /public-api/v2/member/bookings/:id/accept',
      'acceptMemberOffer',
      {
        summary: 'Accept a spot offered from the waitlist, or an open spot inside the cutoff',
        description: 'The offer expires at `waitlist.offerExpiresAt`.',
        ...onOwnBooking,
        dryRun: acceptPreview,
        example: { path: { id: from(BOOKINGS.offeredToMember, 'listMemberBookings', '/data/0/id') } },
      },
      (tx, { caller, record }) => view(tx, acceptSeat(tx, caller, record, deps.reactions)),
    ),
  ]);

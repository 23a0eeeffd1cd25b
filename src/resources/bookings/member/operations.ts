import type { AnyElysia } from 'elysia';
import type { Read } from '../../../database/database.ts';
import { expand } from '../../../http/expansions.ts';
import { type Call, type Conclude, operations, type RouteDeps, router } from '../../../http/operations.ts';
import { listAnswer, pageRequest } from '../../../http/paging.ts';
import { type Caller, type MemberCaller, memberOf } from '../../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import type { ChargeDeps } from '../../payments/charging/charge.ts';
import { book } from '../book.ts';
import { cancel } from '../cancel.ts';
import { type BookingRecord, bookingById, ownBookingPage } from '../queries.ts';
import {
  CreateMemberBooking,
  type CreateMemberBookingBody,
  MemberBooking,
  MemberBookingList,
  MemberBookingQuery,
  type MemberBookingWire,
  OneBookingQuery,
} from '../shapes.ts';
import { memberBookingExpansions, memberBookingViews } from '../view.ts';
import { acceptOffer } from '../waitlist/promote.ts';
import { bookByCard } from './drop-in.ts';
import { MEMBER } from './limits.ts';

type Query = Static<typeof MemberBookingQuery>;

const LIST_URL = '/public-api/v2/member/bookings';

const instantOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : isoInstant(epochOf(text));

/** @throws Problem 404 when there is no such booking, or it is another client's. */
const ownBooking = (read: Read, caller: Caller, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined || row.clientId !== memberOf(caller).clientId) throw notFound('booking', id);
  return row;
};

const view = (read: Read, row: BookingRecord): MemberBookingWire => memberBookingViews(read, [row])(row);

const listBookings = (read: Read, { clientId }: MemberCaller, query: Query) => {
  const page = ownBookingPage(read, pageRequest(query), {
    clientId,
    besideSessionId: query.session_id,
    besideStatus: query.status,
    notBefore: instantOf(query.start_time_gte),
    notAfter: instantOf(query.start_time_lte),
  });
  const answer = listAnswer(LIST_URL, page, memberBookingViews(read, page.rows));
  expand(read, answer.data, query['expand[]'], memberBookingExpansions(clientId));
  return answer;
};

/** Books for the member; a card, where one is named, is charged for the seat. */
const bookOwn = (
  charging: ChargeDeps,
  { caller, body, requestKey }: Pick<Call<unknown, CreateMemberBookingBody>, 'caller' | 'body' | 'requestKey'>,
  conclude: Conclude,
): Promise<unknown> => {
  const member = memberOf(caller);
  const { paymentMethodId, ...wanted } = body;
  if (typeof paymentMethodId === 'string') {
    return bookByCard(charging, { member, body: { ...wanted, paymentMethodId }, requestKey }, view, conclude);
  }
  const { clientId } = member;
  return conclude((tx) => view(tx, book(tx, member, { ...wanted, clientId }, { side: MEMBER })));
};

/** What the member's bookings need besides what all routes do. */
export interface MemberBookingDeps extends RouteDeps {
  readonly charging: ChargeDeps;
}

/** What members do with their own bookings: at whichever site, while new ones are of the site they are at. */
export const memberBookingRoutes = (deps: MemberBookingDeps): AnyElysia => {
  const { reads, writes, flows } = operations(deps, 'Member');
  const isExtension = true;
  return router('/bookings')
    .get(
      '/',
      ...reads(
        {
          id: 'listMemberBookings',
          summary: "The member's own bookings",
          query: MemberBookingQuery,
          answer: MemberBookingList,
          refusals: [400],
          isExtension,
        },
        (read, { caller, query }) => listBookings(read, memberOf(caller), query),
      ),
    )
    .post(
      '/',
      ...flows(
        {
          id: 'createMemberBooking',
          summary: 'Book a session, or join its waiting list',
          body: CreateMemberBooking,
          status: 201,
          answer: MemberBooking,
          refusals: [400, 409, 503],
        },
        (call, conclude) => bookOwn(deps.charging, call, conclude),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getMemberBooking',
          summary: 'One of the own bookings',
          query: OneBookingQuery,
          answer: MemberBooking,
          refusals: [400, 404],
          isExtension,
        },
        (read, { caller, id, query }) => {
          const record = view(read, ownBooking(read, caller, id));
          return expand(read, [record], query['expand[]'], memberBookingExpansions(memberOf(caller).clientId))[0];
        },
      ),
    )
    .post(
      '/:id/cancel',
      ...writes(
        {
          id: 'cancelMemberBooking',
          summary: 'Cancel an own booking, or leave the waiting list',
          answer: MemberBooking,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id }) => view(tx, cancel(tx, caller, ownBooking(tx, caller, id), {}, MEMBER)),
      ),
    )
    .post(
      '/:id/accept',
      ...writes(
        {
          id: 'acceptMemberOffer',
          summary: 'Take the seat that the waiting list offers',
          answer: MemberBooking,
          refusals: [400, 404, 409],
          isExtension,
        },
        (tx, { caller, id }) => view(tx, acceptOffer(tx, ownBooking(tx, caller, id))),
      ),
    );
};

import type { MemberCheckinResponse } from '../../../resources/checkins/shapes.ts';
import { askOnce } from '../ask-once.ts';
import { bookingPath } from '../booking/paths.ts';
import { orRefused } from '../messages.ts';
import type { Answer, Form, MemberVisit } from '../visit.ts';
import { bookingPageOf } from './booking.ts';
import { ownBooking } from './own.ts';

/** Checks the member in to the class of a booking. */
export const checkIn = async (visit: MemberVisit, form: Form): Promise<Answer> => {
  const own = await ownBooking(visit);
  const { id: bookingId, siteId } = own.booking;
  return orRefused<Answer, Answer>(
    async () => {
      const asked = { body: { bookingId }, key: form.get('key'), siteId };
      const { status } = await askOnce<MemberCheckinResponse>(visit, '/public-api/v2/member/check-in', asked);
      if (status === 'valid') return { to: bookingPath(bookingId) };
      return bookingPageOf(visit, await ownBooking(visit), { code: 'see_desk' });
    },
    async (refused) => bookingPageOf(visit, await ownBooking(visit), refused),
  );
};

import { bookingPath } from '../booking/paths.ts';
import { callApiOnce } from '../call-api-once.ts';
import { orRefused } from '../messages.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { bookingPageOf } from './booking.ts';
import { ownBooking } from './own-booking.ts';

export const checkIn = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const own = await ownBooking(visit);
  const { id: bookingId, siteId } = own.booking;
  return orRefused<PageResult, PageResult>(
    async () => {
      const sent = { body: { bookingId }, key: form.get('key'), siteId };
      const { status } = await callApiOnce(visit, 'checkMemberIn', sent);
      if (status === 'valid') return { to: bookingPath(bookingId) };
      return bookingPageOf(visit, await ownBooking(visit), { code: 'see_desk' });
    },
    async (refused) => bookingPageOf(visit, await ownBooking(visit), refused),
  );
};

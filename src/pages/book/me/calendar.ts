import { bookingFile } from '../../../resources/calendars/feeds.ts';
import { gonePage } from '../messages.ts';
import type { MemberVisit, PageResult } from '../visit.ts';
import { ownBooking } from './own-booking.ts';

/** A booking as a file that calendars open. */
export const calendarFile = async (visit: MemberVisit): Promise<PageResult> => {
  const { booking, context } = await ownBooking(visit);
  const file = bookingFile(context.read, booking.id, { rootUrl: context.rootUrl, hasPages: true });
  return file === undefined ? gonePage(context) : { file, type: 'text/calendar', name: 'class.ics' };
};

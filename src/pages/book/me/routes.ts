import type { Route } from '../visit.ts';
import { acceptStep } from './accept.ts';
import { bookingPage } from './booking.ts';
import { cancelStep } from './cancel.ts';
import { checkIn } from './check-in.ts';
import { RENEW_PATH, renewFeed, WITHDRAW_PATH, withdrawFeed } from './feed.ts';
import { mePage } from './me.ts';
import { moveStep } from './move.ts';
import { pastPage } from './past.ts';
import { calendarFile } from './ticket.ts';
import { signWaiver, waiverPage } from './waiver.ts';

export const ownRoutes: readonly Route[] = [
  { path: '/book/me', who: 'member', get: mePage },
  { path: '/book/me/past', who: 'member', get: pastPage },
  { path: '/book/me/bookings/:id', who: 'member', get: bookingPage },
  { path: '/book/me/bookings/:id/cancel', who: 'member', get: cancelStep.get, post: cancelStep.post },
  { path: '/book/me/bookings/:id/move', who: 'member', get: moveStep.get, post: moveStep.post },
  { path: '/book/me/bookings/:id/undo', who: 'member', post: cancelStep.undo },
  { path: '/book/me/bookings/:id/accept', who: 'member', get: acceptStep.get, post: acceptStep.post },
  { path: '/book/me/bookings/:id/here', who: 'member', post: checkIn },
  { path: '/book/me/bookings/:id/calendar.ics', who: 'member', get: calendarFile },
  { path: '/book/me/waiver', who: 'member', get: (visit) => waiverPage(visit), post: signWaiver },
  { path: RENEW_PATH, who: 'member', post: renewFeed },
  { path: WITHDRAW_PATH, who: 'member', post: withdrawFeed },
];

import type { Route } from '../visit.ts';
import { bookStep } from './book.ts';
import { remind } from './remind.ts';

/** Where members book. The timetable and the pages of classes are for everyone: public/routes.ts. */
export const bookingRoutes: readonly Route[] = [
  { path: '/book/class/:sessionId/remind', who: 'member', post: remind },
  { path: '/book/class/:sessionId/book', who: 'member', get: bookStep.get, post: bookStep.post },
];

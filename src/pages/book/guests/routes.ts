import type { Route } from '../visit.ts';
import { bringStep } from './bring.ts';
import { guestVisitPage } from './visit-page.ts';

export const guestRoutes: readonly Route[] = [
  { path: '/book/me/bookings/:id/guests', who: 'member', get: bringStep.get, post: bringStep.post },
  { path: '/book/me/bookings/:id/guests/cancel', who: 'member', get: bringStep.get, post: bringStep.cancel },
  { path: '/book/guest/:token', who: 'all', get: guestVisitPage.show },
  { path: '/book/guest/:token/waiver', who: 'all', get: guestVisitPage.show, post: guestVisitPage.sign },
  { path: '/book/guest/:token/cancel', who: 'all', get: guestVisitPage.show, post: guestVisitPage.cancel },
  { path: '/book/guest/:token/no-mails', who: 'all', get: guestVisitPage.askMails, post: guestVisitPage.stopMails },
];

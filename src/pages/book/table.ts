import { accountRoutes } from './account/routes.ts';
import { appPages } from './app/pages.ts';
import { awardRoutes } from './awards/routes.ts';
import { boardRoutes } from './boards/routes.ts';
import { bookingRoutes } from './booking/routes.ts';
import { buyingRoutes } from './buying/routes.ts';
import { challengeRoutes } from './challenges/routes.ts';
import { guestRoutes } from './guests/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { ownRoutes } from './me/routes.ts';
import { passRoutes } from './passes/routes.ts';
import { publicRoutes } from './public/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import type { Route } from './visit.ts';

/** All pages for members and strangers. The first route that an address fits answers, so `/book/:site` is last. */
export const routes: readonly Route[] = [
  ...buyingRoutes,
  ...signInRoutes,
  ...appPages,
  ...libraryRoutes,
  ...bookingRoutes,
  ...accountRoutes,
  ...passRoutes,
  ...ownRoutes,
  ...guestRoutes,
  ...challengeRoutes,
  ...boardRoutes,
  ...awardRoutes,
  ...publicRoutes,
];

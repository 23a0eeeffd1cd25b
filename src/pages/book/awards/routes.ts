import { dismissAward } from '../challenges/award-banner.ts';
import type { Route } from '../visit.ts';
import { awardsPage } from './awards.ts';
import { actOnMetric, metricPage } from './metric.ts';

export const awardRoutes: readonly Route[] = [
  { path: '/book/me/awards', who: 'member', get: awardsPage, post: dismissAward },
  { path: '/book/me/bests/:metric', who: 'member', get: metricPage, post: actOnMetric },
];

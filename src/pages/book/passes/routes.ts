import type { Route } from '../visit.ts';
import { changePassCard, passCardPage } from './card.ts';
import { endPage, endPass, goOn, keepPass } from './end.ts';
import { passesPage } from './list.ts';
import { passPage } from './pass.ts';
import { PASSES } from './pass-of.ts';
import { pausePage, pausePass } from './pause.ts';

export const passRoutes: readonly Route[] = [
  { path: PASSES, who: 'member', get: passesPage },
  { path: `${PASSES}/:id`, who: 'member', get: (visit) => passPage(visit) },
  { path: `${PASSES}/:id/card`, who: 'member', get: (visit) => passCardPage(visit), post: changePassCard },
  { path: `${PASSES}/:id/end`, who: 'member', get: endPage, post: endPass },
  { path: `${PASSES}/:id/keep`, who: 'member', get: (visit) => passPage(visit), post: keepPass },
  { path: `${PASSES}/:id/pause`, who: 'member', get: pausePage, post: pausePass },
  { path: `${PASSES}/:id/go-on`, who: 'member', get: (visit) => passPage(visit), post: goOn },
];

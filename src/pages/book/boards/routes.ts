import type { Route } from '../visit.ts';
import { boardPage, boardsPage } from './boards.ts';

/** The pages of the boards of the studio. */
export const boardRoutes: readonly Route[] = [
  { path: '/book/boards', who: 'member', get: boardsPage },
  { path: '/book/boards/:id', who: 'member', get: boardPage },
];

import type { Route } from '../visit.ts';
import { boardPage, boardsPage } from './boards.ts';

export const boardRoutes: readonly Route[] = [
  { path: '/book/boards', who: 'member', get: boardsPage },
  { path: '/book/boards/:id', who: 'member', get: boardPage },
];

import type { Route } from '../visit.ts';
import { actOnEntry, entryPage } from './entry.ts';
import { libraryPage } from './library.ts';

export const libraryRoutes: readonly Route[] = [
  { path: '/book/library', who: 'all', get: libraryPage },
  { path: '/book/library/:slug', who: 'all', get: entryPage, post: actOnEntry },
];

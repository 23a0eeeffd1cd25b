import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const entries = createRoute({
  getParentRoute: () => signedIn,
  path: '/content',
  validateSearch: texts('q', 'type', 'status', 'category', 'archived', 'new'),
  component: lazyPage(() => import('../pages/content/content-page.tsx'), 'ContentPage'),
});

const part = createRoute({
  getParentRoute: () => signedIn,
  path: '/content/$part',
  component: lazyPage(() => import('../pages/content/part-page.tsx'), 'ContentPartPage'),
});

const entry = createRoute({
  getParentRoute: () => signedIn,
  path: '/content/entries/$entryId',
  component: lazyPage(() => import('../pages/content/entry/entry-page.tsx'), 'EntryPage'),
});

/** The pages of content. */
export const contentRoutes = [entries, part, entry] as const;

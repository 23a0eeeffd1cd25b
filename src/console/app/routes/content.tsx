import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const entries = createRoute({
  getParentRoute: () => signedIn,
  path: '/content',
  staticData: { rights: ['content:manage'], title: 'shell.content' },
  validateSearch: texts('q', 'type', 'status', 'category', 'archived', 'new'),
  component: lazyPage(() => import('../../pages/content/content-page.tsx'), 'ContentPage'),
});

const part = createRoute({
  getParentRoute: () => signedIn,
  path: '/content/$part',
  staticData: { rights: ['content:manage'] },
  component: lazyPage(() => import('../../pages/content/part-page.tsx'), 'ContentPartPage'),
});

const entry = createRoute({
  getParentRoute: () => signedIn,
  path: '/content/entries/$entryId',
  staticData: { rights: ['content:manage'] },
  component: lazyPage(() => import('../../pages/content/entry/entry-page.tsx'), 'EntryPage'),
});

export const contentRoutes = [entries, part, entry] as const;

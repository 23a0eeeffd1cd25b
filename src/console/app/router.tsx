import { createRoute, createRouter } from '@tanstack/react-router';
import { queryClient } from '../api/queries.ts';
import { EVERYBODY } from '../shell/navigation/navigation.ts';
import { NotFoundPage, PageError, PagePending } from '../ui/notices/page-states.tsx';
import { contentRoutes } from './routes/content.tsx';
import { dataRoutes } from './routes/data.tsx';
import { deskRoutes } from './routes/desk.tsx';
import { engagementRoutes } from './routes/engagement.tsx';
import { gateRoutes } from './routes/gate.tsx';
import { integrationsRoutes } from './routes/integrations.tsx';
import { moneyRoutes } from './routes/money.tsx';
import { root, signedIn } from './routes/parents.tsx';
import { settingsRoutes } from './routes/settings.tsx';

/** Any other address: the page says so with the navigation beside it. */
const unknown = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  staticData: EVERYBODY,
  component: NotFoundPage,
});

const tree = root.addChildren([
  ...gateRoutes,
  signedIn.addChildren([
    ...deskRoutes,
    ...moneyRoutes,
    ...contentRoutes,
    ...engagementRoutes,
    ...settingsRoutes,
    ...integrationsRoutes,
    ...dataRoutes,
    unknown,
  ]),
]);

/** The pages of the console by their addresses. A page and its first data are loaded when a link to it is pointed at. */
export const router = createRouter({
  routeTree: tree,
  basepath: '/console',
  context: { queries: queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 150,
  // A page is shown as soon as it is there, also right after its skeleton.
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

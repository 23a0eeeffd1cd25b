import { createRoute } from '@tanstack/react-router';
import { EVERYBODY } from '../../shell/navigation/navigation.ts';
import { NotFoundPage } from '../../ui/notices/page-states.tsx';
import { signedIn } from './parents.tsx';

/** Any other address: the page says so with the navigation beside it. */
const unknown = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  staticData: EVERYBODY,
  component: NotFoundPage,
});

export const unknownRoutes = [unknown];

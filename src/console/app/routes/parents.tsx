import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  useMatches,
} from '@tanstack/react-router';
import type { TextKey } from '../../../texts/translate.ts';
import { ApiError } from '../../api/client.ts';
import { loadLaterStyle } from '../../base/later-style.ts';
import { loadAllTexts, useText } from '../../base/texts.tsx';
import { lacksSecondFactor, meQuery } from '../../session/session.ts';
import { Frame } from '../../shell/frame.tsx';
import { EVERYBODY } from '../../shell/navigation/navigation.ts';
import { NotFoundPage } from '../../ui/notices/page-states.tsx';
import { useRouteTitle } from '../../ui/page-title.ts';

interface Context {
  readonly queries: QueryClient;
}

/** The route above all others. */
export const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFoundPage, staticData: EVERYBODY });

/**
 * A file that is not there anymore, after an upgrade, makes the router load the console again. Without a connection that would
 * end what goes on in the background, so the error is another one then.
 */
const whileReachable = async <Loaded,>(load: () => Promise<Loaded>): Promise<Loaded> => {
  try {
    return await load();
  } catch (error) {
    try {
      await fetch('/livez');
    } catch {
      throw new ApiError(0, 'no_connection', '');
    }
    throw error;
  }
};

/** A page with the title that its route declares, if any. */
const titled =
  (Page: RouteComponent): RouteComponent =>
  () => {
    const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
    return title === undefined ? <Page /> : <Titled title={title} page={Page} />;
  };

const Titled = ({ title, page: Page }: { title: TextKey; page: RouteComponent }) => {
  useRouteTitle(useText()(title));
  return <Page />;
};

/** A page that is loaded when it is opened, with the texts and styles that the first page does without. */
export const lazyPage = <Name extends string, Page extends RouteComponent>(
  load: () => Promise<Readonly<Record<Name, Page>>>,
  name: Name,
) =>
  lazyRouteComponent(
    () =>
      whileReachable(async () => {
        const [pages] = await Promise.all([load(), loadAllTexts(), loadLaterStyle()]);
        return { [name]: titled(pages[name]) };
      }),
    name,
  );

/** Pages of people who are signed in. Everyone else is led to the sign-in, and back afterwards. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  staticData: EVERYBODY,
  beforeLoad: async ({ context: { queries }, location }) => {
    try {
      const { secondFactor } = await queries.ensureQueryData(meQuery);
      // Until then the server refuses all else.
      if (lacksSecondFactor(secondFactor) && location.pathname !== '/account') throw redirect({ to: '/account' });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        throw redirect({ to: '/sign-in', search: { next: `/console${location.href}` } });
      }
      throw error;
    }
  },
  component: Frame,
});

/** A text of an address; what looks like a number there is a text too. */
const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
/** The texts of an address that a page knows; others are dropped. */
export const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Readonly<Record<string, unknown>>): { [Each in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(search[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as { [Each in Name]?: string };

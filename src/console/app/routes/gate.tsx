import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { EVERYBODY } from '../../shell/navigation/navigation.ts';
import { lazyPage, root, texts } from './parents.tsx';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: EVERYBODY,
  beforeLoad: () => {
    throw redirect({ to: '/today' });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  staticData: EVERYBODY,
  validateSearch: texts('next'),
  component: lazyRouteComponent(() => import('../../pages/gate/sign-in-page.tsx'), 'SignInPage'),
});

const sandboxSignIn = createRoute({
  getParentRoute: () => root,
  path: '/sandbox-sign-in',
  staticData: EVERYBODY,
  component: lazyRouteComponent(() => import('../../pages/gate/sandbox-page.tsx'), 'SandboxPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  staticData: EVERYBODY,
  component: lazyPage(() => import('../../pages/gate/setup/setup-page.tsx'), 'SetupPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  staticData: EVERYBODY,
  component: lazyPage(() => import('../../pages/gate/invitation-page.tsx'), 'InvitationPage'),
});

/** The pages of people who are not signed in yet. */
export const gateRoutes = [home, signIn, sandboxSignIn, setup, invitation] as const;

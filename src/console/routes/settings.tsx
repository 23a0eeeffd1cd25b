import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

/** The settings begin with their first page. */
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/theme' });
  },
});

const mailSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/mails',
  validateSearch: texts('part', 'site', 'show', 'kind', 'language'),
  component: lazyPage(() => import('../pages/settings/mails/mails-page.tsx'), 'MailsPage'),
});

const themeSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/theme',
  component: lazyPage(() => import('../pages/settings/theme/theme-page.tsx'), 'ThemePage'),
});

const studioSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/studio',
  component: lazyPage(() => import('../pages/settings/studio/studio-page.tsx'), 'StudioPage'),
});

const sites = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/sites',
  validateSearch: texts('archived'),
  component: lazyPage(() => import('../pages/settings/sites/sites-page.tsx'), 'SitesPage'),
});

const site = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/sites/$siteId',
  component: lazyPage(() => import('../pages/settings/sites/site-page.tsx'), 'SitePage'),
});

const kiosks = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/kiosks',
  component: lazyPage(() => import('../pages/settings/kiosks/kiosks-page.tsx'), 'KiosksPage'),
});

const bookingSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/booking',
  validateSearch: texts('site'),
  component: lazyPage(() => import('../pages/settings/rules/booking-page.tsx'), 'BookingPage'),
});

const paymentSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/payment',
  validateSearch: texts('site'),
  component: lazyPage(() => import('../pages/settings/rules/payment-page.tsx'), 'PaymentPage'),
});

const membershipSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/membership',
  validateSearch: texts('site'),
  component: lazyPage(() => import('../pages/settings/rules/membership-page.tsx'), 'MembershipPage'),
});

const membersSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/members',
  validateSearch: texts('site'),
  component: lazyPage(() => import('../pages/settings/members/members-page.tsx'), 'MembersPage'),
});

/** The pages of the settings. */
export const settingsRoutes = [
  settings,
  themeSettings,
  studioSettings,
  sites,
  site,
  kiosks,
  bookingSettings,
  paymentSettings,
  mailSettings,
  membershipSettings,
  membersSettings,
] as const;

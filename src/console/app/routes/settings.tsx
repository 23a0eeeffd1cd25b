import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

/** The settings begin with their first page. */
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  staticData: { rights: ['settings:read'], title: 'shell.settings' },
  beforeLoad: () => {
    throw redirect({ to: '/settings/theme' });
  },
});

const mailSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/mails',
  staticData: { rights: ['settings:read'], title: 'mails.title' },
  validateSearch: texts('part', 'site', 'show', 'kind', 'language'),
  component: lazyPage(() => import('../../pages/settings/mails/mails-page.tsx'), 'MailsPage'),
});

const themeSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/theme',
  staticData: { rights: ['settings:read'], title: 'theme.title' },
  component: lazyPage(() => import('../../pages/settings/theme/theme-page.tsx'), 'ThemePage'),
});

const studioSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/studio',
  staticData: { rights: ['settings:read'], title: 'studio.title' },
  component: lazyPage(() => import('../../pages/settings/studio/studio-page.tsx'), 'StudioPage'),
});

const sites = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/sites',
  staticData: { rights: ['settings:read', 'sites:read'], title: 'sites.title' },
  validateSearch: texts('archived'),
  component: lazyPage(() => import('../../pages/settings/sites/sites-page.tsx'), 'SitesPage'),
});

const site = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/sites/$siteId',
  staticData: { rights: ['settings:read', 'sites:read'], title: 'sites.title' },
  component: lazyPage(() => import('../../pages/settings/sites/site-page.tsx'), 'SitePage'),
});

const kiosks = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/kiosks',
  staticData: { rights: ['settings:read', 'bookings:check_in'], title: 'kiosks.title' },
  component: lazyPage(() => import('../../pages/settings/kiosks/kiosks-page.tsx'), 'KiosksPage'),
});

const bookingSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/booking',
  staticData: { rights: ['settings:read'], title: 'booking.title' },
  validateSearch: texts('site'),
  component: lazyPage(() => import('../../pages/settings/rules/booking-page.tsx'), 'BookingPage'),
});

const paymentSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/payment',
  staticData: { rights: ['settings:read'], title: 'payment.title' },
  validateSearch: texts('site'),
  component: lazyPage(() => import('../../pages/settings/rules/payment-page.tsx'), 'PaymentPage'),
});

const membershipSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/membership',
  staticData: { rights: ['settings:read'], title: 'membership.title' },
  validateSearch: texts('site'),
  component: lazyPage(() => import('../../pages/settings/rules/membership-page.tsx'), 'MembershipPage'),
});

const membersSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/members',
  staticData: { rights: ['settings:read'], title: 'members.title' },
  validateSearch: texts('site'),
  component: lazyPage(() => import('../../pages/settings/members/members-page.tsx'), 'MembersPage'),
});

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

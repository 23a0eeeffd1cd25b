// The addresses of the console, with what their pages have and whom they let in.
import type { Permission } from '../../../src/kernel/permissions.ts';
import {
  AWARDS,
  BOARDS,
  CHALLENGES,
  DISCOUNT_CODES,
  ENTRIES,
  MEMBER,
  OAUTH_CLIENTS,
  PLANS,
  SCHEDULES,
  SITES,
  STAFF,
  WEBHOOKS,
} from '../../../src/resources/demo-ids.ts';

/** The buttons, links and radio buttons of a page with the permission of the request behind each. */
type Actions = readonly (readonly [name: string | RegExp, ...needs: Permission[]])[];
export interface Address {
  /** As `src/console/app/routes` writes it. */
  readonly path: string;
  /** @param sessionId the class whose page is opened. */
  readonly address: (sessionId: string) => string;
  readonly needs: readonly Permission[];
  /** Instructors have the pages of their own classes alone. */
  readonly forInstructors?: boolean;
  /** Whoever leads the class may open it without that: only the server knows who does. */
  readonly ofOwn?: boolean;
  readonly actions?: Actions;
  readonly tab?: string;
}

const client = (tab: string, actions: Actions = []): Address => ({
  path: '/clients/$clientId/{-$tab}',
  tab,
  address: () => `/console/clients/${MEMBER}/${tab}`,
  needs: ['clients:read'],
  actions: [[/^Book\b/, 'bookings:create'], ['Check in', 'bookings:check_in'], ['Sell', 'packages:sell'], ...actions],
});
const integration = (path: string, id = ''): Address => ({
  path,
  address: () => `/console${path.replace(/\$\w+/, id)}`,
  needs: ['integrations:manage'],
});
/** Every page of somebody who is signed in, but their own account. */
export const ADDRESSES: readonly Address[] = [
  {
    path: '/today',
    address: () => '/console/today',
    needs: ['sessions:read'],
    forInstructors: true,
    actions: [
      ['Sell', 'packages:sell', 'clients:read'],
      [/^Book\b/, 'bookings:create'],
    ],
  },
  {
    path: '/calendar',
    address: () => '/console/calendar',
    needs: ['sessions:read'],
    forInstructors: true,
    actions: [
      [/^Add class\b/, 'sessions:write'],
      ['Closure', 'sites:write'],
    ],
  },
  {
    path: '/sessions/$sessionId',
    address: (sessionId) => `/console/sessions/${sessionId}`,
    needs: ['bookings:read'],
    forInstructors: true,
    ofOwn: true,
    actions: [
      [/^Book someone/, 'bookings:create'],
      ['Substitute', 'sessions:substitute', 'staff:read'],
    ],
  },
  {
    path: '/clients',
    address: () => '/console/clients',
    needs: ['clients:read'],
    actions: [
      [/^New client/, 'clients:write'],
      [/^Download CSV/, 'clients:export'],
    ],
  },
  client(''),
  client('packages'),
  client('payments', [[/^Refund /, 'payments:refund', 'packages:sell']]),
  client('checkins'),
  client('details'),
  {
    path: '/sell',
    address: () => `/console/sell?client=${MEMBER}`,
    needs: ['packages:sell', 'clients:read'],
    actions: [
      ['Discount', 'packages:adjust'],
      ['Comp', 'packages:adjust'],
      ['Choose a class', 'bookings:create'],
    ],
  },
  {
    path: '/timetable',
    address: () => '/console/timetable',
    needs: ['schedules:read'],
    actions: [
      [/^Add recurring class/, 'schedules:write'],
      [/^Edit Morning Flow/, 'schedules:write'],
    ],
  },
  {
    path: '/plans',
    address: () => '/console/plans',
    needs: ['packages:adjust'],
    actions: [
      [/^New plan/, 'packages:adjust'],
      [/^Download CSV/, 'clients:export'],
    ],
  },
  { path: '/plans/new', address: () => '/console/plans/new', needs: ['packages:adjust'] },
  { path: '/plans/$planId', address: () => `/console/plans/${PLANS.tenClasses}`, needs: ['packages:adjust'] },
  { path: '/plans/codes', address: () => '/console/plans/codes', needs: ['packages:adjust'] },
  { path: '/plans/codes/new', address: () => '/console/plans/codes/new', needs: ['packages:adjust'] },
  {
    path: '/plans/codes/$codeId',
    address: () => `/console/plans/codes/${DISCOUNT_CODES.welcome}`,
    needs: ['packages:adjust'],
  },
  {
    path: '/payments',
    address: () => '/console/payments',
    needs: ['packages:sell'],
    actions: [[/^Download CSV/, 'clients:export']],
  },
  {
    path: '/checkins',
    address: () => '/console/checkins?status=refused',
    needs: ['bookings:read'],
    actions: [
      [/^Download CSV/, 'clients:export'],
      [/^Let in/, 'bookings:check_in'],
    ],
  },
  {
    path: '/content',
    address: () => '/console/content',
    needs: ['content:manage'],
    actions: [[/^New item/, 'content:manage']],
  },
  ...(
    [
      ['categories', /^New category/],
      ['tags', /^New tag/],
      ['banners', /^New banner/],
      ['features', 'Edit Streaks'],
    ] as const
  ).map(
    ([tab, act]): Address => ({
      path: '/content/$part',
      tab,
      address: () => `/console/content/${tab}`,
      needs: ['content:manage'],
      actions: [[act, 'content:manage']],
    }),
  ),
  {
    path: '/content/entries/$entryId',
    address: () => `/console/content/entries/${ENTRIES.morningFlow}`,
    needs: ['content:manage'],
    actions: [
      ['Revert to draft', 'content:manage'],
      ['Choose files', 'content:manage'],
    ],
  },
  {
    path: '/reports',
    address: () => '/console/reports?tab=instructors&range=last-month',
    needs: ['reports:read'],
    actions: [[/^Close /, 'reports:close_months', 'staff:read']],
  },
  {
    path: '/engagement',
    address: () => '/console/engagement',
    needs: ['challenges:manage'],
    actions: [[/^New challenge/, 'challenges:manage']],
  },
  {
    path: '/engagement/challenges/new',
    address: () => '/console/engagement/challenges/new',
    needs: ['challenges:manage'],
  },
  ...['', 'people', 'settings'].map(
    (tab): Address => ({
      path: '/engagement/challenges/$challengeId/{-$tab}',
      tab,
      address: () => `/console/engagement/challenges/${CHALLENGES.spring}/${tab}`,
      needs: ['challenges:manage'],
    }),
  ),
  { path: '/engagement/boards', address: () => '/console/engagement/boards', needs: ['challenges:manage'] },
  { path: '/engagement/boards/new', address: () => '/console/engagement/boards/new', needs: ['challenges:manage'] },
  {
    path: '/engagement/boards/$boardId/{-$tab}',
    address: () => `/console/engagement/boards/${BOARDS.visits}`,
    needs: ['challenges:manage'],
  },
  { path: '/engagement/awards', address: () => '/console/engagement/awards', needs: ['awards:manage'] },
  { path: '/engagement/awards/new', address: () => '/console/engagement/awards/new', needs: ['awards:manage'] },
  {
    path: '/engagement/awards/$awardId/{-$tab}',
    address: () => `/console/engagement/awards/${AWARDS.helpingHand}`,
    needs: ['awards:manage'],
    actions: [['Give to a client', 'clients:read']],
  },
  { path: '/timetable/new', address: () => '/console/timetable/new', needs: ['schedules:write'] },
  {
    path: '/timetable/$scheduleId/change',
    address: () => `/console/timetable/${SCHEDULES.morningFlow}/change`,
    needs: ['schedules:write'],
  },
  // It leads to its first page.
  { path: '/settings', address: () => '/console/settings', needs: ['settings:read'] },
  {
    path: '/settings/theme',
    address: () => '/console/settings/theme',
    needs: ['settings:read'],
    actions: [[/choose a file/, 'settings:write']],
  },
  { path: '/settings/studio', address: () => '/console/settings/studio', needs: ['settings:read'] },
  {
    path: '/settings/sites',
    address: () => '/console/settings/sites',
    needs: ['settings:read', 'sites:read'],
    actions: [['Add location', 'sites:write']],
  },
  {
    path: '/settings/sites/$siteId',
    address: () => `/console/settings/sites/${SITES.online}`,
    needs: ['settings:read', 'sites:read'],
    actions: [
      ['Add room', 'sites:write'],
      ['Archive', 'sites:archive'],
    ],
  },
  {
    path: '/settings/kiosks',
    address: () => '/console/settings/kiosks',
    needs: ['settings:read', 'bookings:check_in'],
    actions: [['Revoke Front door', 'bookings:check_in']],
  },
  { path: '/settings/booking', address: () => '/console/settings/booking', needs: ['settings:read'] },
  {
    path: '/settings/payment',
    address: () => '/console/settings/payment',
    needs: ['settings:read'],
    actions: [['Test connection', 'settings:processor']],
  },
  { path: '/settings/members', address: () => '/console/settings/members', needs: ['settings:read'] },
  { path: '/settings/membership', address: () => '/console/settings/membership', needs: ['settings:read'] },
  { path: '/settings/mails', address: () => '/console/settings/mails', needs: ['settings:read'] },
  {
    path: '/settings/mails',
    tab: 'texts',
    address: () => '/console/settings/mails?part=texts',
    needs: ['settings:read'],
    actions: [[/^Insert value in /, 'settings:write']],
  },
  {
    path: '/settings/mails',
    tab: 'sent',
    address: () => '/console/settings/mails?part=sent',
    needs: ['settings:read'],
    actions: [['Failed', 'clients:read']],
  },
  integration('/integrations'),
  integration('/integrations/webhooks/new'),
  integration('/integrations/webhooks/$webhookId', WEBHOOKS.inbox),
  integration('/integrations/webhooks/$webhookId/edit', WEBHOOKS.inbox),
  integration('/integrations/keys/new'),
  integration('/integrations/clients/new'),
  integration('/integrations/clients/$clientId', OAUTH_CLIENTS.reporting),
  { path: '/staff', address: () => '/console/staff', needs: ['staff:read'], actions: [[/^Invite/, 'staff:write']] },
  {
    path: '/staff/$staffId',
    address: () => `/console/staff/${STAFF.frontDesk}`,
    needs: ['staff:read'],
    actions: [
      ['Edit…', 'staff:write'],
      ['Deactivate…', 'staff:write'],
    ],
  },
  { path: '/data/{-$tab}', address: () => '/console/data', needs: ['backups:manage'] },
  { path: '/data/{-$tab}', tab: 'export', address: () => '/console/data/export', needs: ['backups:manage'] },
  { path: '/data/{-$tab}', tab: 'backups', address: () => '/console/data/backups', needs: ['backups:manage'] },
  {
    path: '/system/{-$tab}',
    address: () => '/console/system',
    needs: ['audit_log:read'],
    actions: [[/^Check/, 'backups:manage']],
  },
];
/** What everybody has, and the navigation does not name. */
export const OWN: Address = { path: '/account', address: () => '/console/account', needs: [], forInstructors: true };
/** The addresses of nobody in particular: they have tests of their own. */
export const GATES = ['/', '/sign-in', '/sandbox-sign-in', '/setup', '/invitation'];

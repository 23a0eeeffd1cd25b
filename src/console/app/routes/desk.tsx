import { createRoute } from '@tanstack/react-router';
import { TodayPage } from '../../pages/today/today-page.tsx';
import { lazyPage, signedIn, texts } from './parents.tsx';

const today = createRoute({
  getParentRoute: () => signedIn,
  path: '/today',
  staticData: { rights: ['sessions:read'], title: 'shell.today', forInstructors: true },
  validateSearch: texts('date'),
  // Part of the first script, with the frame: each file that a slow line waits for costs more than what it has.
  component: TodayPage,
});

const calendar = createRoute({
  getParentRoute: () => signedIn,
  path: '/calendar',
  staticData: { rights: ['sessions:read'], title: 'shell.calendar', forInstructors: true },
  validateSearch: texts('week', 'room', 'instructor', 'view', 'open'),
  component: lazyPage(() => import('../../pages/calendar/calendar-page.tsx'), 'CalendarPage'),
});

const session = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions/$sessionId',
  staticData: { rights: ['sessions:read'], forInstructors: true },
  validateSearch: texts('panel', 'act'),
  component: lazyPage(() => import('../../pages/session/session-page.tsx'), 'SessionPage'),
});

const clientTexts = texts(
  'list',
  'q',
  'status',
  'tag',
  'site',
  'plan',
  'ends',
  'away',
  'visited',
  'never',
  'owes',
  'joined',
  'until',
  'waiver',
  'archived',
  'sort',
  'after',
  'before',
  'new',
);

const clients = createRoute({
  getParentRoute: () => signedIn,
  path: '/clients',
  staticData: { rights: ['clients:read'], title: 'shell.clients' },
  // An empty text takes the place of the one that a saved list searches for.
  validateSearch: (search: Readonly<Record<string, unknown>>) => ({
    ...clientTexts(search),
    ...(search.q === '' ? { q: '' } : {}),
  }),
  component: lazyPage(() => import('../../pages/clients/clients-page.tsx'), 'ClientsPage'),
});

const clientPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/clients/$clientId/{-$tab}',
  staticData: { rights: ['clients:read'] },
  validateSearch: texts('show'),
  component: lazyPage(() => import('../../pages/client/client-page.tsx'), 'ClientPage'),
});

const sell = createRoute({
  getParentRoute: () => signedIn,
  path: '/sell',
  staticData: { rights: ['packages:sell', 'clients:read'], title: 'shell.sell' },
  validateSearch: texts('client', 'session', 'plan', 'tab'),
  component: lazyPage(() => import('../../pages/sell/sell-page.tsx'), 'SellPage'),
});

const timetable = createRoute({
  getParentRoute: () => signedIn,
  path: '/timetable',
  staticData: { rights: ['schedules:read'], title: 'shell.timetable' },
  validateSearch: texts('q', 'room', 'teacher'),
  component: lazyPage(() => import('../../pages/timetable/timetable-page.tsx'), 'TimetablePage'),
});

const newSchedule = createRoute({
  getParentRoute: () => signedIn,
  path: '/timetable/new',
  staticData: { rights: ['schedules:write'], title: 'timetable.add' },
  validateSearch: texts('copy'),
  component: lazyPage(() => import('../../pages/timetable/new-schedule-page.tsx'), 'NewSchedulePage'),
});

const scheduleChange = createRoute({
  getParentRoute: () => signedIn,
  path: '/timetable/$scheduleId/change',
  staticData: { rights: ['schedules:write'] },
  validateSearch: texts('was', 'date', 'time'),
  component: lazyPage(() => import('../../pages/timetable/schedule-change-page.tsx'), 'ScheduleChangePage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  staticData: { rights: [], title: 'shell.ownAccount' },
  component: lazyPage(() => import('../../pages/account/account-page.tsx'), 'AccountPage'),
});

/** The pages of the desk, the timetable and the person's own account. */
export const deskRoutes = [
  today,
  calendar,
  session,
  clients,
  clientPage,
  sell,
  timetable,
  newSchedule,
  scheduleChange,
  account,
] as const;

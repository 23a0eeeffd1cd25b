import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const plans = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans',
  staticData: { rights: ['packages:adjust'], title: 'shell.plans' },
  validateSearch: texts('show', 'type', 'open'),
  component: lazyPage(() => import('../../pages/plans/plans-page.tsx'), 'PlansPage'),
});

const newPlan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/new',
  staticData: { rights: ['packages:adjust'], title: 'plans.add' },
  component: lazyPage(() => import('../../pages/plans/new-plan-page.tsx'), 'NewPlanPage'),
});

const codes = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/codes',
  staticData: { rights: ['packages:adjust'], title: 'codes.title' },
  validateSearch: texts('show', 'open'),
  component: lazyPage(() => import('../../pages/codes/codes-page.tsx'), 'CodesPage'),
});

const newCode = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/codes/new',
  staticData: { rights: ['packages:adjust'], title: 'codes.add' },
  component: lazyPage(() => import('../../pages/codes/new-code-page.tsx'), 'NewCodePage'),
});

const editCode = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/codes/$codeId',
  staticData: { rights: ['packages:adjust'] },
  component: lazyPage(() => import('../../pages/codes/edit-code-page.tsx'), 'EditCodePage'),
});

const editPlan = createRoute({
  getParentRoute: () => signedIn,
  path: '/plans/$planId',
  staticData: { rights: ['packages:adjust'] },
  component: lazyPage(() => import('../../pages/plans/edit-plan-page.tsx'), 'EditPlanPage'),
});

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments',
  staticData: { rights: ['packages:sell'], title: 'shell.payments' },
  validateSearch: texts('range', 'method', 'status', 'purpose', 'site', 'client', 'open', 'after', 'before'),
  component: lazyPage(() => import('../../pages/payments/payments-page.tsx'), 'PaymentsPage'),
});

const checkins = createRoute({
  getParentRoute: () => signedIn,
  path: '/checkins',
  staticData: { rights: ['bookings:read'], title: 'shell.checkins' },
  validateSearch: texts('range', 'status', 'site', 'client', 'open', 'after', 'before'),
  component: lazyPage(() => import('../../pages/checkins/checkins-page.tsx'), 'CheckinsPage'),
});

const staff = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff',
  staticData: { rights: ['staff:read'], title: 'shell.staff' },
  validateSearch: texts('q', 'role', 'status', 'site', 'after'),
  component: lazyPage(() => import('../../pages/staff/staff-page.tsx'), 'StaffPage'),
});

const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff/$staffId',
  staticData: { rights: ['staff:read'] },
  component: lazyPage(() => import('../../pages/staff/person/person-page.tsx'), 'PersonPage'),
});

/** The pages of plans, discount codes, payments, check-ins and staff. */
export const moneyRoutes = [
  plans,
  newPlan,
  editPlan,
  codes,
  newCode,
  editCode,
  payments,
  checkins,
  staff,
  person,
] as const;

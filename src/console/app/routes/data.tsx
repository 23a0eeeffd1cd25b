import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  staticData: { rights: ['reports:read'], title: 'shell.reports' },
  validateSearch: texts('tab', 'range', 'site', 'compare'),
  component: lazyPage(() => import('../../pages/reports/reports-page.tsx'), 'ReportsPage'),
});

const data = createRoute({
  getParentRoute: () => signedIn,
  path: '/data/{-$tab}',
  staticData: { rights: ['backups:manage'], title: 'shell.data' },
  component: lazyPage(() => import('../../pages/data/data-page.tsx'), 'DataPage'),
});

const system = createRoute({
  getParentRoute: () => signedIn,
  path: '/system/{-$tab}',
  staticData: { rights: ['audit_log:read'], title: 'shell.system' },
  validateSearch: texts('who', 'act', 'from', 'to'),
  component: lazyPage(() => import('../../pages/system/system-page.tsx'), 'SystemPage'),
});

/** The pages of reports, backups, imports and the machine. */
export const dataRoutes = [reports, data, system] as const;

import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  staticData: { rights: ['reports:read'], title: 'shell.reports' },
  validateSearch: texts('tab', 'range', 'site', 'compare'),
  component: lazyPage(() => import('../../pages/reports/reports-page.tsx'), 'ReportsPage'),
});

export const reportsRoutes = [reports] as const;

import type { AnyElysia } from 'elysia';
import { router } from '../http/operations/mount.ts';
import type { OpenPaths } from '../kernel/open-paths.ts';
import type { HealthChecks } from '../resources/health/operations.ts';

export const PROBES: OpenPaths = { paths: ['/livez', '/readyz'] };

interface ProbeDeps {
  readonly isReady: () => boolean;
  readonly checks: HealthChecks;
}

/** Whether the process is alive, and whether it serves (appliance.md "Running"). */
export const probeRoutes = ({ isReady, checks }: ProbeDeps): AnyElysia =>
  router()
    .get('/livez', () => ({ status: 'alive' }))
    .get('/readyz', ({ set }) => {
      const database = checks.database();
      const isServing = isReady() && database === 'ok';
      if (!isServing) set.status = 503;
      return { status: isServing ? 'ready' : 'not ready', checks: { database } };
    });

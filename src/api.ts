import { type AnyElysia, Elysia } from 'elysia';
import type { SessionConsequences } from './resources/schedules/change.ts';
import { scheduleRoutes } from './resources/schedules/routes.ts';
import { settingsRoutes } from './resources/settings/routes.ts';
import { siteRoutes } from './resources/sites/routes.ts';
import { type Appliance, infoRoutes } from './web/info.ts';
import type { RouteDeps } from './web/operation.ts';

/** What the families need, all together. */
export interface ApiDeps extends RouteDeps {
  readonly appliance: Appliance;
}

/** What a schedule's changes do to bookings: nothing, since no family makes any yet. */
const consequences: SessionConsequences = { cancelBookings: () => 0, moveBookings: () => {} };

/** THE LIST: every family of the interface, mounted where its path says. */
export const mountApi = (deps: ApiDeps): AnyElysia =>
  new Elysia({ normalize: false }).use(
    new Elysia({ prefix: '/v2', normalize: false })
      .use(infoRoutes(deps, deps.appliance))
      .use(siteRoutes(deps))
      .use(settingsRoutes(deps))
      .use(scheduleRoutes({ ...deps, consequences })),
  );

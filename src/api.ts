import { type AnyElysia, Elysia } from 'elysia';
import { settingsRoutes } from './resources/settings/routes.ts';
import { siteRoutes } from './resources/sites/routes.ts';
import { type Appliance, infoRoutes } from './web/info.ts';
import type { RouteDeps } from './web/operation.ts';

/** What the families need, all together. */
export interface ApiDeps extends RouteDeps {
  readonly appliance: Appliance;
}

/** THE LIST: every family of the interface, mounted where its path says. */
export const mountApi = (deps: ApiDeps): AnyElysia =>
  new Elysia({ normalize: false }).use(
    new Elysia({ prefix: '/v2', normalize: false })
      .use(infoRoutes(deps, deps.appliance))
      .use(siteRoutes(deps))
      .use(settingsRoutes(deps)),
  );

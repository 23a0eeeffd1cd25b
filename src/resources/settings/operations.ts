import type { AnyElysia } from 'elysia';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { changeSettings, findSettings } from './settings.ts';
import { Settings, SettingsQuery, UpdateSettings } from './shapes.ts';
import { type ProcessorTold, settingsView } from './view.ts';

/** What the routes of settings need besides what all routes do. */
export interface SettingsRouteDeps extends RouteDeps {
  readonly processorTold: () => ProcessorTold;
}

export const settingsRoutes = (deps: SettingsRouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Settings');
  return router('/settings')
    .get(
      '/',
      ...reads(
        {
          id: 'getSettings',
          summary: "Retrieve the settings of the brand, or of a site with 'siteId'",
          query: SettingsQuery,
          answer: Settings,
          refusals: [400],
        },
        (read, { caller, query }) => settingsView(findSettings(read, caller, query), deps.processorTold()),
      ),
    )
    .patch(
      '/',
      ...writes(
        {
          id: 'updateSettings',
          summary: "Change the settings of the brand, or of a site with 'siteId'",
          query: SettingsQuery,
          body: UpdateSettings,
          answer: Settings,
          refusals: [400, 409],
        },
        (tx, { caller, query, body }) =>
          settingsView(changeSettings(tx, caller, findSettings(tx, caller, query), body), deps.processorTold()),
      ),
    );
};

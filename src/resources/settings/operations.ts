import { businessOperations } from '../../http/operations/declare.ts';
import type { Reactions } from '../reactions.ts';
import { changeSettings, findSettings } from './settings.ts';
import { Settings, SettingsQuery, UpdateSettings } from './shapes.ts';
import { type ProcessorInfo, settingsView } from './view.ts';

interface SettingsDeps {
  readonly processorInfo: () => ProcessorInfo;
  readonly reactions: Reactions;
}

export const settingsOperations = ({ processorInfo, reactions }: SettingsDeps) =>
  businessOperations(
    {
      tag: 'Settings',
      about: 'The settings of booking, payment, notification and membership, for the brand and for each site.',
      audited: true,
      reads: 'getSettings',
    },
    'settings',
    ({ read, write }) => [
      read(
        'GET /v2/settings',
        'getSettings',
        {
          summary: "Retrieve the settings of the brand, or of a site with 'siteId'",
          description: "Every group of settings with the values in effect. With 'siteId', the values at that site.",
          query: SettingsQuery,
          response: Settings,
          staff: 'settings:read',
          sites: 'named',
        },
        (read, { caller, query }) => settingsView(findSettings(read, caller, query), processorInfo()),
      ),
      write(
        'PATCH /v2/settings',
        'updateSettings',
        {
          summary: "Change the settings of the brand, or of a site with 'siteId'",
          description:
            "Only the settings you send change. With 'siteId', they apply to that site alone, and null returns to the value of the brand.",
          query: SettingsQuery,
          body: UpdateSettings,
          response: Settings,
          staff: 'settings:write',
          sites: 'named',
          example: { body: { booking: { lateCancelWindowMinutes: 240 } } },
        },
        (tx, { caller, query, body }) =>
          settingsView(changeSettings(tx, caller, findSettings(tx, caller, query), body, reactions), processorInfo()),
      ),
    ],
  );

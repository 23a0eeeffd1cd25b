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
      about: 'Booking, payment, notification, and membership settings, for the brand and for each site.',
      audited: true,
      reads: 'getSettings',
    },
    'settings',
    ({ read, write }) => [
      read(
        'GET /v2/settings',
        'getSettings',
        {
          summary: 'Retrieve the settings of the brand or a site',
          description:
            'Returns every group of settings with the values in effect. With `siteId`, the values at that site.',
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
          summary: 'Update the settings of the brand or a site',
          description:
            'Only the settings you send are changed. With `siteId`, they apply to that site only, and `null` ' +
            "resets a setting to the brand's value.",
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

import { withoutIntegrationFields } from '../../records/member-fields.ts';
import type { ClientRecord } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import type { MemberPackageResponse } from '../packages/shapes.ts';
import type { UnitPreferencesResponse } from '../preferences/shapes.ts';
import { memberSiteView } from '../sessions/view.ts';
import type { SiteRow } from '../sites/record.ts';
import type { MemberProfileResponse } from './shapes.ts';

/** A client as the member sees it, with its home site and active packages. */
export const memberProfileView = (
  row: ClientRecord,
  home: SiteRow,
  activePackages: MemberPackageResponse[],
  unitPreferences: UnitPreferencesResponse,
): MemberProfileResponse => {
  const { notes: _notes, alerts: _alerts, homeLocation: _home, packages: _packages, ...shown } = Client.view(row);
  const { amount, currency } = shown.accountBalance;
  return {
    ...withoutIntegrationFields(shown),
    object: 'member_profile',
    homeSite: memberSiteView(home),
    activePackages,
    unitPreferences,
    outstandingBalance: { amount: Math.max(0, -amount), currency },
  };
};

import type { SiteRow } from '../../database/tables/sites.ts';
import type { ClientRecord } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import type { MemberPackageWire } from '../packages/shapes.ts';
import { siteView } from '../sites/view.ts';
import type { MemberProfileWire } from './shapes.ts';

/** A client as the client sees it, with its home site and active packages. */
export const memberProfileView = (
  row: ClientRecord,
  home: SiteRow,
  activePackages: MemberPackageWire[],
): MemberProfileWire => {
  const { notes: _notes, alerts: _alerts, homeLocation: _home, packages: _packages, ...told } = Client.view(row);
  const { amount, currency } = told.accountBalance;
  return {
    ...told,
    object: 'member_profile',
    homeSite: siteView(home),
    activePackages,
    outstandingBalance: { amount: Math.max(0, -amount), currency },
  };
};

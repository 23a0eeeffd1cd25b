import type { Read } from '../../database/database.ts';
import { notFound } from '../../kernel/problem.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { activePackagesOf } from '../packages/view.ts';
import { unitPreferencesView } from '../preferences/view.ts';
import { memberSiteView } from '../sessions/view.ts';
import { Site } from '../sites/record.ts';
import type { MemberProfileResponse } from './shapes.ts';

export const ownClient = (read: Read, clientId: string): ClientRecord => {
  const client = clientById(read, clientId);
  if (client === undefined) throw notFound('client', clientId);
  return client;
};

/** A client as the member sees it, with its home site and active packages. */
export const profileOf = (read: Read, client: ClientRecord): MemberProfileResponse => {
  const home = Site.rows.find(read, client.homeLocationId);
  if (home === undefined) throw notFound('site', client.homeLocationId);
  const { notes: _notes, alerts: _alerts, homeLocation: _home, packages: _packages, ...shown } = Client.view(client);
  const { amount, currency } = shown.accountBalance;
  return {
    ...withoutIntegrationFields(shown),
    object: 'member_profile',
    homeSite: memberSiteView(home),
    activePackages: activePackagesOf(read, client.id),
    unitPreferences: unitPreferencesView(read, client.id),
    outstandingBalance: { amount: Math.max(0, -amount), currency },
  };
};

import type { Read } from '../../database/database.ts';
import { notFound } from '../../kernel/problem.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { activePackagesOf } from '../packages/view.ts';
import { unitPreferencesView } from '../preferences/view.ts';
import { Site } from '../sites/record.ts';
import type { MemberProfileResponse } from './shapes.ts';
import { memberProfileView } from './view.ts';

export const ownClient = (read: Read, clientId: string): ClientRecord => {
  const client = clientById(read, clientId);
  if (client === undefined) throw notFound('client', clientId);
  return client;
};

export const profileOf = (read: Read, client: ClientRecord): MemberProfileResponse => {
  const home = Site.rows.find(read, client.homeLocationId);
  if (home === undefined) throw notFound('site', client.homeLocationId);
  return memberProfileView(client, home, activePackagesOf(read, client.id), unitPreferencesView(read, client.id));
};

import type { Tx } from '../../database/database.ts';
import { CLIENT_LISTS, STAFF } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { clientListOperations } from './operations.ts';
import { ClientList } from './record.ts';

const LISTS = [
  {
    id: CLIENT_LISTS.atRisk,
    name: 'At risk',
    filters: { status: 'active', lastVisitBefore: '-P21D' },
    sort: 'longest_away',
  },
  { id: CLIENT_LISTS.newThisMonth, name: 'New in 30 days', filters: { joinedAfter: '-P30D' }, sort: 'newest' },
  { id: CLIENT_LISTS.ending, name: 'Ends in 7 days', filters: { packageEndsBefore: 'P7D' }, sort: 'name' },
  { id: CLIENT_LISTS.owes, name: 'Owes', filters: { owes: true }, sort: 'name' },
  { id: CLIENT_LISTS.noWaiver, name: 'No waiver', filters: { status: 'active', waiverStatus: 'none' }, sort: 'name' },
] as const;

const create = (tx: Tx): void => {
  for (const { id, ...body } of LISTS)
    ClientList.rows.insert(tx, ClientList.make(tx, body, { id, staffId: STAFF.owner }));
};

export const clientLists = {
  operations: [clientListOperations],
  examples: { create, records: [['A saved list of clients', CLIENT_LISTS.atRisk]] },
} satisfies Family;

import type { Tx } from '../../database/database.ts';
import { CLIENT_CHANGES, STAFF } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { clientChange } from './change.ts';
import { clientChangeOperations } from './operations.ts';
import { ClientChange } from './record.ts';

/** A change that is completed. */
const create = (tx: Tx): void => {
  const done = {
    status: 'completed',
    completedAt: tx.now,
    total: 3,
    isTotalCapped: 0,
    changed: 2,
    unchanged: 1,
  } as const;
  ClientChange.rows.insert(tx, {
    ...ClientChange.initial(tx),
    id: CLIENT_CHANGES.regulars,
    act: 'add_tags',
    tags: JSON.stringify(['regular']),
    clientStatus: null,
    ...done,
    staffId: STAFF.owner,
    credentialId: 'demo',
  });
};

export const clientChanges = {
  operations: [clientChangeOperations],
  longChanges: (reactions) => [clientChange(reactions)],
  examples: { create, records: [['A change of many clients', CLIENT_CHANGES.regulars]] },
} satisfies Family;

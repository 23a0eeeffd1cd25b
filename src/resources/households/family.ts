import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { Client } from '../clients/record.ts';
import { HOUSEHOLDS } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { memberHouseholdOperations } from './member/operations.ts';
import { householdOperations } from './operations.ts';
import { invitationRows } from './queries.ts';
import { Household } from './record.ts';

const { silva, parent, child, invitation } = HOUSEHOLDS;

const create = (tx: Tx): void => {
  Household.rows.insert(tx, Household.make(tx, { name: 'Álvarez Silva' }, { id: silva }));
  Client.rows.update(tx, parent, { householdId: silva, householdRole: 'adult', isHouseholdPayer: 1 });
  Client.rows.update(tx, child, { householdId: silva, householdRole: 'dependant', dateOfBirth: '2014-06-21' });
  invitationRows.insert(tx, {
    id: invitation,
    householdId: silva,
    email: 'rui.silva@members.example',
    invitedByClientId: parent,
    createdAt: tx.now,
    expiresAt: isoInstant(tx.nowMs + 14 * DAY_MS),
  });
};

export const households = {
  operations: [householdOperations, memberHouseholdOperations],
  examples: {
    create,
    records: [
      ['A household: a mother with her son', silva],
      ['An invitation to that household', invitation],
    ],
  },
} satisfies Family;

import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { Client } from '../clients/record.ts';
import { HOUSEHOLDS, MEMBER } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { memberHouseholdOperations } from './member-operations.ts';
import { householdOperations } from './operations.ts';
import { invitationRows } from './queries.ts';
import { Household } from './record.ts';

const { silva, parent, child, bell, partner, invitation, invitationToMember } = HOUSEHOLDS;

const ADULT = { householdRole: 'adult', isHouseholdPayer: 1 } as const;

const create = (tx: Tx): void => {
  Household.rows.insert(tx, Household.make(tx, { name: 'Álvarez Silva' }, { id: silva }));
  Client.rows.update(tx, parent, { householdId: silva, ...ADULT });
  Client.rows.update(tx, child, { householdId: silva, householdRole: 'dependant', dateOfBirth: '2014-06-21' });
  Household.rows.insert(tx, Household.make(tx, { name: 'Bell' }, { id: bell }));
  Client.rows.update(tx, partner, { householdId: bell, ...ADULT });
  const open = { createdAt: tx.now, expiresAt: isoInstant(tx.nowMs + 14 * DAY_MS) };
  const email = Client.rows.find(tx, MEMBER)?.email ?? '';
  const toMember = { id: invitationToMember, householdId: bell, email, invitedByClientId: partner };
  invitationRows.insert(tx, { ...toMember, ...open });
  const toFather = { id: invitation, householdId: silva, email: 'rui.silva@members.example', invitedByClientId: null };
  invitationRows.insert(tx, { ...toFather, ...open });
};

export const households = {
  operations: [householdOperations, memberHouseholdOperations],
  examples: {
    create,
    records: [
      ['A household, a mother with her son', silva],
      ['An invitation to that household', invitation],
      ['An invitation of the client to another household', invitationToMember],
    ],
  },
} satisfies Family;

// Saved lists of clients that name an erased client, as those that are made from a search do.

import { auditOfType, eraseAudit, type TypedEntry } from '../../records/audit-log.ts';
import { maskJson } from '../../records/personal.ts';
import type { ClientListRow } from '../client-lists/record.ts';
import type { Step } from './records.ts';

const PAGE = 'select * from "clientLists" where "id" > ? order by "id" limit ?';
const CLEAN = 'update "clientLists" set "name" = ?, "filters" = ? where "id" = ?';

/** Removes what identifies the client from the name and the filters of a list. */
const lists: Step<ClientListRow> = {
  rows: (tx, _erasing, after, limit) => tx.db.query<ClientListRow, [string, number]>(PAGE).all(after, limit),
  change(tx, { isNamedIn, mask }, { id, name, filters }) {
    if (isNamedIn(name) || isNamedIn(filters)) {
      tx.db.query(CLEAN).run(mask(name), JSON.stringify(maskJson(mask, JSON.parse(filters))), id);
    }
    return id;
  },
};

/** Erases what was changed from the entries about such lists. */
const entriesOf = (type: string): Step<TypedEntry> => ({
  rows: (tx, _erasing, after, limit) => auditOfType(tx, type, Number(after), limit),
  change(tx, { isNamedIn }, { id, number, before, after }) {
    if (isNamedIn(`${before} ${after}`)) eraseAudit(tx, id);
    return String(number);
  },
});

export const listSteps: readonly Step[] = [
  lists,
  ...['createClientList', 'updateClientList', 'deleteClientList'].map(entriesOf),
];

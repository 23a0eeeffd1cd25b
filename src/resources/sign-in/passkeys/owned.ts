import { Type } from '@sinclair/typebox';
import { eq, getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Credential } from '../../../auth/staff/second-factor/passkeys.ts';
import type { Read, Tx } from '../../../database/database.ts';
import type { KeyedTable } from '../../../database/lazy-table.ts';
import { invalidParam, notFound } from '../../../kernel/problem.ts';
import { name } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { unpackList } from '../../../records/json.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named, query, selectRows, type TableRows } from '../../../records/query.ts';
import {
  checkResponse,
  type Descriptor,
  type PasskeyDeps,
  type PasskeyResponse,
  type StoredPasskey,
} from './passkeys.ts';

/** The fields of a passkey: a device, or a program that keeps passwords. */
export const passkeyFields = (ofName: string) => ({
  name: field.text(name()).described(ofName),
  lastUsedAt: field.instant().nullable().described('Time at which it was last used.'),
  credentialId: field.text(Type.String()).internal(),
  publicKey: field.bytes(),
  counter: field.integer(Type.Integer()).internal(),
  transports: field.json(Type.Array(Type.String())).internal(),
});

interface PasskeyRow extends StoredPasskey {
  readonly id: string;
}

interface Owned<Row extends PasskeyRow> {
  readonly table: KeyedTable & { readonly credentialId: SQLiteColumn };
  readonly rows: Pick<TableRows<Row>, 'find' | 'insert'> & {
    update(tx: Tx, id: string, used: { readonly counter: number; readonly lastUsedAt: string }): void;
  };
  /** The column with the owner, named where it is used: it makes the table. */
  readonly owner: () => SQLiteColumn;
  readonly ownerOf: (row: Row) => string;
  readonly make: (tx: Tx, ownerId: string, passkeyName: string, stored: StoredPasskey) => Row;
}

/** A passkey that was used, with its counter after that. */
export interface Used<Row> {
  readonly row: Row;
  readonly counter: number;
}

/** The passkeys of one kind of owner. */
export const ownedPasskeys = <Row extends PasskeyRow>({ table, rows, owner, ownerOf, make }: Owned<Row>) => {
  const isOfOwner = () => eq(owner(), named('ownerId'));
  const ofOwner = query<Row>(() => selectRows(table, isOfOwner()));
  const byCredential = query<Row>(() => selectRows<KeyedTable>(table, eq(table.credentialId, named('credentialId'))));
  const ofCredential = (read: Read, credentialId: string): Row | undefined => byCredential.get(read, { credentialId });
  /** @throws Problem 404 when the owner has no such passkey. */
  const find = (read: Read, ownerId: string, id: string): Row => {
    const row = rows.find(read, id);
    if (row === undefined || ownerOf(row) !== ownerId) throw notFound('passkey', id);
    return row;
  };
  return {
    /** The passkeys of an owner, newest first. */
    page: pagesOf<Row>(table, () => ({
      direction: 'descending',
      endedIds: '',
      filters: { ownerId: isOfOwner() },
      sites: null,
    })),
    /** The passkeys of an owner, as browsers get their list. */
    descriptors: (read: Read, ownerId: string): readonly Descriptor[] =>
      ofOwner.all(read, { ownerId }).map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key',
        transports: unpackList<string>(transports),
      })),
    /** Stores a passkey that was checked. @throws Problem 400 `passkey_wrong` for a known passkey. */
    add: (tx: Tx, ownerId: string, passkeyName: string, { transports, ...credential }: Credential): Row => {
      if (ofCredential(tx, credential.credentialId) !== undefined) {
        throw invalidParam('passkey', 'This passkey was already added. Use another device.', 'passkey_wrong');
      }
      const row = make(tx, ownerId, passkeyName, { ...credential, transports: JSON.stringify(transports) });
      rows.insert(tx, row);
      return row;
    },
    /**
     * Checks the passkey of a sign-in; undefined for a wrong one.
     * @param isAlone whether it signs in on its own, without a password.
     */
    check: async (deps: PasskeyDeps, response: PasskeyResponse, isAlone: boolean): Promise<Used<Row> | undefined> => {
      const row = ofCredential(deps.store.view(), response.id);
      const counter = await checkResponse(deps, response, row, isAlone);
      return row === undefined || counter === undefined ? undefined : { row, counter };
    },
    /** Records the use of a passkey; false where it was removed meanwhile. */
    use: (tx: Tx, { row, counter }: Used<Row>): boolean => {
      if (rows.find(tx, row.id) === undefined) return false;
      rows.update(tx, row.id, { counter, lastUsedAt: tx.now });
      return true;
    },
    /** Removes a passkey. Returns its id. @throws as `find`. */
    remove: (tx: Tx, ownerId: string, id: string): string => {
      const row = find(tx, ownerId, id);
      tx.db.query(`delete from "${getTableName(table)}" where "id" = ?`).run(row.id);
      return row.id;
    },
  };
};

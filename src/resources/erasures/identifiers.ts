// What identifies a client in texts of other records, and how it is removed from them.

import type { Tx } from '../../database/database.ts';
import { indexNewEvents } from '../../database/outbox.ts';
import type { Mask } from '../../records/personal.ts';
import { textsOf } from '../../records/query.ts';

const REMOVED = '[erased]';
/** Shorter card numbers and external ids occur by chance, as amounts and dates do. */
const FEWEST_CHARACTERS = 6;

type Texts<Name extends string> = { readonly [Each in Name]?: string | null };

/** What a client is or was called, and how they are or were reached: the fields of the record, as far as they are known. */
export interface PersonFields
  extends Texts<'firstName' | 'lastName' | 'email' | 'phone' | 'barcode' | 'fobNumber' | 'externalId'> {
  readonly address?: Texts<'line1' | 'line2'> | null;
  readonly emergencyContact?: Texts<'name' | 'phone' | 'email'> | null;
}

const valuesOf = ({ address, emergencyContact, ...person }: PersonFields): readonly (string | null | undefined)[] => {
  const { firstName, lastName, email, phone, barcode, fobNumber, externalId } = person;
  const { line1, line2 } = address ?? {};
  const contact = emergencyContact ?? {};
  const numbers = [barcode, fobNumber, externalId].filter((each) => (each?.length ?? 0) >= FEWEST_CHARACTERS);
  return [firstName, lastName, email, phone, line1, line2, contact.name, contact.phone, contact.email, ...numbers];
};

const EVENTS = `select "body" from "events"
  where "clientId" = ? and "isNew" = 0 and +"type" = 'client.updated'`;

// The entry of a merge has the whole record that went, and the one of a client who was merged is about the same person.
const ENTRIES = `select coalesce(value -> '$.client', value) from "auditLog", json_each(json_array("before", "after"))
  where "clientId" in (select ?1 union all select "id" from "mergedClients" where "clientId" = ?1)
    and "recordType" = 'client' and value is not null`;

/** The values of a client before each change that the events still tell, and those in the audit log. */
export const formerValues = (tx: Tx, clientId: string): readonly PersonFields[] => {
  indexNewEvents(tx.db);
  return [
    ...textsOf(tx, EVENTS, clientId).map((text): PersonFields => JSON.parse(text).data.previous),
    ...textsOf(tx, ENTRIES, clientId).map((text): PersonFields => JSON.parse(text)),
  ];
};

/** The names, addresses and numbers of a client and of the emergency contact, now and before, the longest first. */
export const identifiersOf = (all: readonly PersonFields[]): readonly string[] => {
  const present = all.flatMap(valuesOf).filter((each) => typeof each === 'string' && each !== '');
  return [...new Set(present)].sort((a, b) => String(b).length - String(a).length).map(String);
};

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds whole words only, in upper or lower case: 'Ann' is not in 'annual'. Ids stay. */
export const maskFor = (identifiers: readonly string[]): Mask => {
  if (identifiers.length === 0) return (text) => text;
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${identifiers.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => (UUID.test(text) ? text : text.replace(words, REMOVED));
};

// What identifies a client in texts of other records, and how it is removed from them.

import { unpack } from '../../database/json.ts';
import type { ClientRow } from '../clients/record.ts';

/** What stands in place of a name, an address or a number. */
const REMOVED = '[erased]';
/** Shorter card numbers and external ids occur by chance, as amounts and dates do. */
const FEWEST_CHARACTERS = 6;

interface Contact {
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
}

interface Address {
  readonly line1?: string | null;
  readonly line2?: string | null;
}

/** What a client was called, and how they were reached, before a change. */
export type Former = Partial<Pick<ClientRow, 'firstName' | 'lastName' | 'email' | 'phone'>>;

/** The names, addresses and numbers of a client, also former ones, and of the emergency contact, the longest first. */
export const identifiersOf = (row: ClientRow, former: readonly Former[]): readonly string[] => {
  const { firstName, lastName, email, phone, barcode, fobNumber, externalId } = row;
  const { line1, line2 } = unpack<Address>(row.address) ?? {};
  const contact = unpack<Contact>(row.emergencyContact) ?? {};
  const numbers = [barcode, fobNumber, externalId].filter((each) => (each?.length ?? 0) >= FEWEST_CHARACTERS);
  const before = former.flatMap((each) => [each.firstName, each.lastName, each.email, each.phone]);
  const now = [firstName, lastName, email, phone, line1, line2, contact.name, contact.phone, contact.email, ...numbers];
  const all = [...now, ...before];
  const present = all.filter((each) => typeof each === 'string' && each !== '');
  return [...new Set(present)].sort((a, b) => String(b).length - String(a).length).map(String);
};

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Removes the identifiers from a text. */
export type Mask = (text: string) => string;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds whole words only, in upper or lower case: 'Ann' is not in 'annual'. Ids stay. */
export const maskFor = (identifiers: readonly string[]): Mask => {
  if (identifiers.length === 0) return (text) => text;
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${identifiers.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => (UUID.test(text) ? text : text.replace(words, REMOVED));
};

/** Masks every string in a JSON value. */
export const maskJson = (mask: Mask, value: unknown): unknown => {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((each) => maskJson(mask, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskJson(mask, each)]));
};

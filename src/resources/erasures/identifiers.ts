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

/** The values of a client before each change that the events still contain, and those in the audit log. */
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

/** The emails and phones among identifiers, as JSON has them. They name a client where the id does not stand. */
export const reachedBy = (identifiers: readonly string[]): readonly string[] =>
  identifiers
    .filter((each) => /^\S+@\S+$/.test(each) || /^[+\d][\d ()./-]{6,}$/.test(each))
    .map((each) => JSON.stringify(each).slice(1, -1));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Text without regard to case, each letter at its place. */
const folded = (text: string): string =>
  text.replace(/[\p{Lu}\p{Lt}]/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

const WORD = /[\p{L}\p{N}]+/gu;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

interface Identifier {
  readonly text: string;
  /** Where its first word begins. */
  readonly offset: number;
}

/** Identifiers by their first words, the longest first: a client can have had thousands of names. */
const byFirstWord = (identifiers: readonly string[]): ReadonlyMap<string, readonly Identifier[]> => {
  const found = new Map<string, Identifier[]>();
  for (const identifier of identifiers) {
    const text = folded(identifier);
    const [word] = text.matchAll(WORD);
    // What has no letter and no digit, such as a last name '-', names no one.
    if (word === undefined) continue;
    const same = found.get(word[0]) ?? [];
    found.set(word[0], same);
    same.push({ text, offset: word.index });
  }
  for (const same of found.values()) same.sort((left, right) => right.text.length - left.text.length);
  return found;
};

/** Whether a text is there as whole words. */
const standsAt = (text: string, identifier: string, at: number): boolean => {
  if (at < 0 || !text.startsWith(identifier, at)) return false;
  const end = at + identifier.length;
  const isJoinedBefore = ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at));
  return !isJoinedBefore && !BEGINS_WITH_WORD.test(text.slice(end, end + 2));
};

/**
 * Finds whole words only, in upper or lower case: 'Ann' is not in 'annual'. Ids stay. The time grows with the text, and with
 * the identifiers that begin with one of its words, not with all of them.
 */
export const maskFor = (identifiers: readonly string[]): Mask => {
  const known = byFirstWord(identifiers);
  return (text) => {
    if (known.size === 0 || UUID.test(text)) return text;
    const lower = folded(text);
    let left = '';
    let end = 0;
    for (const { 0: word, index } of lower.matchAll(WORD)) {
      const found = known.get(word)?.find(({ text: identifier, offset }) => {
        const at = index - offset;
        return at >= end && standsAt(lower, identifier, at);
      });
      if (found === undefined) continue;
      left += text.slice(end, index - found.offset) + REMOVED;
      end = index - found.offset + found.text.length;
    }
    return left + text.slice(end);
  };
};

/**
 * Whether a text about others has the full name of a client, or an email or phone of theirs. One name alone may be another
 * person's.
 */
export const namedBy = (mask: Mask, reached: readonly string[]): ((text: string) => boolean) => {
  const addresses = maskFor(reached);
  return (text) => addresses(text) !== text || mask(text).includes(`${REMOVED} ${REMOVED}`);
};

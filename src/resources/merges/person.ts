// What becomes of the fields of two records of one person.

import { isMap, isObject } from '../../kernel/objects.ts';
import { unpackList } from '../../records/json.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import type { Pair } from './pair.ts';

/** The fields that the client who stays takes from the other one where they are empty. */
const FILLED = [
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'address',
  'photoUrl',
  'preferredLocale',
  'timezone',
  'emergencyContact',
  'barcode',
  'fobNumber',
  'leadSource',
  'referredByClientId',
  'externalId',
] as const;

/** What a person can distinguish in two records; what is computed is left out. */
const COMPARED = [
  ...FILLED,
  'firstName',
  'lastName',
  'status',
  'homeLocationId',
  'joinedAt',
  'tags',
  'customProperties',
  'notes',
  'alerts',
  'waiver',
  'marketingConsent',
  'leaderboardVisibility',
  'metadata',
  'archivedAt',
] as const;

const MOST_TAGS = 50;
const MOST_METADATA = 50;
const MOST_CUSTOM_BYTES = 16 * 1024;
const MOST_NOTES = 10_000;

/** Two texts under each other; the first alone where both do not fit. */
const joined = (first: string | null, second: string | null): string | null => {
  if (second === null || second === '' || first === second) return first;
  if (first === null || first === '') return second;
  const both = `${first}\n\n${second}`;
  return both.length > MOST_NOTES ? first : both;
};

type Json = Readonly<Record<string, unknown>>;

const parsed = (text: string | null): Json => (text === null ? {} : JSON.parse(text));
const packed = (value: Json): string | null => (Object.keys(value).length === 0 ? null : JSON.stringify(value));

/** Two maps in one, where the first wins; the first alone where both are too large. */
const united = (first: string | null, second: string | null, fits: (both: Json) => boolean): string | null => {
  const both = { ...parsed(second), ...parsed(first) };
  return fits(both) ? packed(both) : first;
};

const alertsOf = (kept: ClientRow, merged: ClientRow): string | null => {
  const [first, second] = [parsed(kept.alerts), parsed(merged.alerts)];
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const red = joined(text(first.red), text(second.red));
  const yellow = joined(text(first.yellow), text(second.yellow));
  return red === null && yellow === null ? null : JSON.stringify({ red, yellow });
};

const WAIVERS = ['none', 'expired', 'signed'];

/** The waiver that says more: signed, then expired. */
const waiverOf = (kept: ClientRow, merged: ClientRow): string | null => {
  const rank = ({ waiver }: ClientRow) => WAIVERS.indexOf(String(parsed(waiver).status ?? 'none'));
  return rank(merged) > rank(kept) ? merged.waiver : kept.waiver;
};

/** The consent that the person gave or took back last. */
const consentOf = (kept: ClientRow, merged: ClientRow): string | null => {
  const at = ({ marketingConsent }: ClientRow) => String(parsed(marketingConsent).updatedAt ?? '');
  return at(merged) > at(kept) ? merged.marketingConsent : kept.marketingConsent;
};

/** A ban holds; otherwise who is a client is one, and an archived record comes back if the other one is there. */
const standingOf = (kept: ClientRow, merged: ClientRow): Pick<ClientRow, 'status' | 'archivedAt'> => {
  const live = [kept, merged].filter(({ archivedAt }) => archivedAt === null);
  const [first = kept] = live;
  if (live.some(({ status }) => status === 'suspended')) return { status: 'suspended', archivedAt: null };
  const isActive = live.some(({ status }) => status === 'active');
  return { status: isActive ? 'active' : first.status, archivedAt: first.archivedAt };
};

const earlier = (left: string, right: string): string => (left < right ? left : right);

type HouseholdPlace = Pick<ClientRow, 'householdId' | 'householdRole' | 'isHouseholdPayer'>;

/** The household of who is in one. Of one household, an adult stays one, and who pays: the dependants are not left alone. */
const placeOf = (kept: ClientRow, merged: ClientRow): HouseholdPlace => {
  const home = kept.householdId === null ? merged : kept;
  const isSame = kept.householdId !== null && kept.householdId === merged.householdId;
  const adult = isSame ? [kept, merged].find(({ householdRole }) => householdRole === 'adult') : undefined;
  return {
    householdId: home.householdId,
    householdRole: (adult ?? home).householdRole,
    isHouseholdPayer: isSame ? Math.max(kept.isHouseholdPayer, merged.isHouseholdPayer) : home.isHouseholdPayer,
  };
};

export const mergedColumns = ({ kept, merged }: Pair): Partial<ClientRow> => {
  const filled = Object.fromEntries(FILLED.map((name) => [name, kept[name] ?? merged[name]]));
  const referrer = kept.referredByClientId ?? merged.referredByClientId;
  const tags = [...new Set([...unpackList<string>(kept.tags), ...unpackList<string>(merged.tags)])].slice(0, MOST_TAGS);
  return {
    ...filled,
    referredByClientId: referrer === kept.id || referrer === merged.id ? null : referrer,
    ...standingOf(kept, merged),
    ...placeOf(kept, merged),
    hasSignedIn: Math.max(kept.hasSignedIn, merged.hasSignedIn),
    joinedAt: earlier(merged.joinedAt, kept.joinedAt),
    tags: tags.length === 0 ? null : JSON.stringify(tags),
    customProperties: united(
      kept.customProperties,
      merged.customProperties,
      (both) => Buffer.byteLength(JSON.stringify(both)) <= MOST_CUSTOM_BYTES,
    ),
    metadata: united(kept.metadata, merged.metadata, (both) => Object.keys(both).length <= MOST_METADATA),
    notes: joined(kept.notes, merged.notes),
    alerts: alertsOf(kept, merged),
    waiver: waiverOf(kept, merged),
    marketingConsent: consentOf(kept, merged),
  };
};

const shown = (row: Pair['kept']): Json => {
  const view: Json = { ...Client.view(row) };
  return Object.fromEntries(COMPARED.map((name) => [name, view[name] ?? null]));
};

const isEmpty = (value: unknown): boolean => value === null || (isObject(value) && Object.keys(value).length === 0);

/** What of a value is not in the one that is there after the merge; undefined for nothing. */
const lost = (value: unknown, after: unknown): unknown => {
  if (isEmpty(value) || Bun.deepEquals(value, after)) return undefined;
  if (typeof value === 'string') return typeof after === 'string' && after.includes(value) ? undefined : value;
  if (Array.isArray(value)) {
    const missing = value.filter((each) => !(Array.isArray(after) && after.includes(each)));
    return missing.length === 0 ? undefined : missing;
  }
  if (!isMap(value)) return value;
  const inside = isMap(after) ? after : {};
  const parts = Object.entries(value).flatMap(([name, each]) => {
    const part = lost(each, inside[name]);
    return part === undefined ? [] : [[name, part]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
};

/** What changes of the fields of the client who stays, and what the other one has that is not kept in them. */
export const comparedFields = (pair: Pair): { readonly changes: Json; readonly dropped: Json } => {
  const [before, other] = [shown(pair.kept), shown(pair.merged)];
  const after = shown({ ...pair.kept, ...mergedColumns(pair) });
  return {
    changes: Object.fromEntries(Object.entries(after).filter(([name, value]) => !Bun.deepEquals(value, before[name]))),
    dropped: Object.fromEntries(
      Object.entries(other).flatMap(([name, value]) => {
        const part = lost(value, after[name]);
        return part === undefined ? [] : [[name, part]];
      }),
    ),
  };
};

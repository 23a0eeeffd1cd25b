import type { Fields } from '../../../edit/fields.ts';
import type { Site, SiteBody } from './queries.ts';

export type OpeningHour = Site['openingHours'][number];
/** A room as a form holds it. */
export interface RoomDraft {
  readonly id?: string;
  readonly name: string;
  readonly capacity: string;
}
/** A closure as a form holds it. */
export interface ClosureDraft {
  readonly startDate: string;
  readonly endDate: string;
  readonly name: string;
}

const ADDRESS = ['line1', 'line2', 'postalCode', 'city', 'state', 'country'] as const;
const TEXTS = ['name', 'code', 'description', 'phone', 'email', 'websiteUrl', 'timezone', 'currency'] as const;

const packed = (list: readonly object[]): string => (list.length === 0 ? '' : JSON.stringify(list));
const unpacked = <Item>(text: string | undefined): Item[] => (text ? JSON.parse(text) : []);

/** The lists of a site stand in a form as one field each, so that each is one change. */
export const LISTS = {
  hours: {
    read: (text: string | undefined): OpeningHour[] => unpacked(text),
    write: (list: readonly OpeningHour[]): string => packed(list.map(({ day, open, close }) => ({ day, open, close }))),
  },
  rooms: {
    read: (text: string | undefined): RoomDraft[] => unpacked(text),
    write: (list: readonly RoomDraft[]): string =>
      packed(list.map(({ id, name, capacity }) => (id === undefined ? { name, capacity } : { id, name, capacity }))),
  },
  closures: {
    read: (text: string | undefined): ClosureDraft[] => unpacked(text),
    write: (list: readonly ClosureDraft[]): string =>
      packed(list.map(({ startDate, endDate, name }) => ({ startDate, endDate, name }))),
  },
} as const;

/** A site as a form holds it. */
export const fieldsOf = (site: Site): Fields => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, site[name] ?? ''])),
  isDigital: site.isDigital ? 'yes' : 'no',
  ...Object.fromEntries(ADDRESS.map((name) => [`address.${name}`, site.address?.[name] ?? ''])),
  openingHours: LISTS.hours.write(site.openingHours),
  rooms: LISTS.rooms.write(
    site.rooms.map(({ id, name, capacity }) => ({ id, name, capacity: capacity === null ? '' : String(capacity) })),
  ),
  closures: LISTS.closures.write(
    site.closures.map(({ startDate, endDate, name }) => ({ startDate, endDate, name: name ?? '' })),
  ),
});

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** What cannot be read as a number is sent as it was typed, so that the server says what it wants. */
const capacityOf = (typed: string): number | null => {
  const text = orNull(typed);
  return (text !== null && /^\d+$/.test(text) ? Number(text) : text) as number | null;
};

/** The body of a change, of the fields that have changed. An address is sent whole. */
export const bodyOf = (changed: Fields, draft: Fields): SiteBody => {
  const body: Record<string, unknown> = {};
  for (const [path, typed] of Object.entries(changed)) {
    if (path.startsWith('address.')) {
      const address = ADDRESS.map((name) => [name, orNull(draft[`address.${name}`] ?? '')] as const);
      body.address = address.every(([, value]) => value === null) ? null : Object.fromEntries(address);
    } else if (path === 'isDigital') body[path] = typed === 'yes';
    else if (path === 'openingHours') body[path] = LISTS.hours.read(typed);
    else if (path === 'rooms') {
      body[path] = LISTS.rooms
        .read(typed)
        .map(({ capacity, ...room }) => ({ ...room, capacity: capacityOf(capacity) }));
    } else if (path === 'closures') {
      body[path] = LISTS.closures
        .read(typed)
        .map(({ name, ...dates }) => ({ ...dates, name: orNull(name) }))
        .toSorted((left, right) => left.startDate.localeCompare(right.startDate));
    } else body[path] = ['name', 'timezone', 'currency'].includes(path) ? typed.trim() : orNull(typed);
  }
  return body;
};

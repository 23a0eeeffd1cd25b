import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Site = Schemas['Site'];
type Body = Required<Schemas['UpdateSiteRequest']>;

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

/** What the form has in another way than the site. */
interface Own {
  readonly rooms: readonly RoomDraft[];
  readonly closures: readonly ClosureDraft[];
}
export type SiteDraft = DraftOf<Site, Body, Own>;

/** The fields with which a site begins; the rest is on its page. */
export const ADDED = ['name', 'timezone', 'isDigital'] as const;

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** What cannot be read as a number is sent as it was typed, so that the server says what it wants. */
const capacityOf = (typed: string): number | null => {
  const text = orNull(typed);
  return (text !== null && /^\d+$/.test(text) ? Number(text) : text) as number | null;
};

const hasPlace = ({ isDigital }: SiteDraft): boolean => !isDigital;

export const siteFields = fieldsOf<Site, Body, Own>()({
  name: { kind: 'text', label: 'sites.name', missing: 'sites.wantsName', isFirst: true },
  code: { kind: 'text', label: 'sites.code', hint: 'sites.codeHint' },
  phone: { kind: 'text', input: 'tel', label: 'sites.phone' },
  email: { kind: 'text', input: 'email', label: 'sites.email' },
  websiteUrl: { kind: 'text', input: 'url', label: 'sites.website' },
  description: { kind: 'text', isLong: true, isWide: true, label: 'sites.description' },
  timezone: { kind: 'pick', label: 'sites.zone', start: ({ timezone }) => timezone },
  currency: { kind: 'pick', label: 'sites.currency', hint: 'sites.currencyHint' },
  isDigital: { kind: 'switch', label: 'sites.digital', hint: 'sites.digitalHint' },
  'address.line1': { kind: 'text', label: 'sites.line1' },
  'address.line2': { kind: 'text', label: 'sites.line2' },
  'address.postalCode': { kind: 'text', label: 'sites.postalCode' },
  'address.city': { kind: 'text', label: 'sites.city' },
  'address.state': { kind: 'text', label: 'sites.state' },
  'address.country': { kind: 'pick', label: 'sites.country' },
  openingHours: { kind: 'parts', label: 'sites.hours', hint: 'sites.hoursHint', when: hasPlace },
  rooms: {
    kind: 'parts',
    label: 'sites.rooms',
    hint: 'sites.roomsHint',
    read: ({ rooms }) =>
      rooms.map(({ id, name, capacity }) => ({ id, name, capacity: capacity === null ? '' : String(capacity) })),
    send: ({ rooms }) => ({ rooms: rooms.map((room) => ({ ...room, capacity: capacityOf(room.capacity) })) }),
  },
  closures: {
    kind: 'parts',
    label: 'sites.closures',
    hint: 'sites.closuresHint',
    read: ({ closures }) => closures.map(({ startDate, endDate, name }) => ({ startDate, endDate, name: name ?? '' })),
    send: ({ closures }) => ({
      closures: closures
        .map(({ name, ...dates }) => ({ ...dates, name: orNull(name) }))
        .toSorted((left, right) => left.startDate.localeCompare(right.startDate)),
    }),
  },
});

import type { EventType } from './catalogue.ts';
import type { LEGACY_CHECK_IN } from './legacy-check-in.ts';

/** What a caller needs to read the records of a family: one of the scopes, and a staff member also the permission. */
export interface ReadRight {
  readonly scopes: readonly [string, ...string[]];
  readonly permission: string;
}

const clients: ReadRight = { scopes: ['clients:read'], permission: 'clients:read' };
const bookings: ReadRight = { scopes: ['bookings:read', 'manage'], permission: 'bookings:read' };
const sessions: ReadRight = { scopes: ['sessions:read', 'manage'], permission: 'sessions:read' };
const packages: ReadRight = { scopes: ['packages:read', 'manage'], permission: 'packages:sell' };
const payments: ReadRight = { scopes: ['payments:read', 'manage'], permission: 'packages:sell' };
const checkins: ReadRight = { scopes: ['checkins:read'], permission: 'bookings:read' };
const challenges: ReadRight = { scopes: ['manage'], permission: 'challenges:manage' };
/** Events about what members did show data of clients and of entries. */
const ofMembers: readonly ReadRight[] = [clients, { scopes: ['manage'], permission: 'content:manage' }];
const webhooks: ReadRight = { scopes: ['webhooks:read'], permission: 'integrations:manage' };

type FamilyOf<Type extends string> = Type extends `${infer Family}.${string}` ? Family : Type;
export type EventFamily = FamilyOf<EventType> | typeof LEGACY_CHECK_IN;

/** What a caller needs to read the events of each family, at `/manage/events` and by webhook: all of its rights. */
export const familyRights: { readonly [Family in EventFamily]: readonly ReadRight[] } = {
  booking: [bookings],
  session: [sessions],
  schedule: [{ scopes: ['schedules:read'], permission: 'schedules:read' }],
  client: [clients],
  household: [clients],
  package: [packages],
  payment: [payments],
  payment_method: [payments],
  checkin: [checkins],
  // Its body has the client, the package and the session.
  checkIn: [checkins, clients, packages, sessions],
  site: [{ scopes: ['sites:read'], permission: 'sites:read' }],
  staff: [{ scopes: ['staff:read'], permission: 'staff:read' }],
  instructor: [{ scopes: ['instructors:read'], permission: 'staff:read' }],
  settings: [{ scopes: ['settings:read'], permission: 'settings:read' }],
  import: [{ scopes: ['manage'], permission: 'packages:adjust' }],
  challenge: [challenges],
  leaderboard: [challenges],
  award: [{ scopes: ['manage'], permission: 'awards:manage' }],
  metric: ofMembers,
  content: ofMembers,
  video: ofMembers,
  streak: ofMembers,
  milestone: ofMembers,
  backup: [{ scopes: ['manage'], permission: 'backups:manage' }],
  webhook: [webhooks],
  ping: [webhooks],
};

const byFamily: ReadonlyMap<string, readonly ReadRight[]> = new Map(Object.entries(familyRights));

/** The families of all events: the part of a type before its dot. */
export const eventFamilies: readonly string[] = [...byFamily.keys()];

/** What reading takes. `pattern` is a type or a family (`booking.*`); an unknown family takes every right. */
export const rightsToRead = (pattern: string): readonly ReadRight[] => {
  const [family = ''] = pattern.split('.', 1);
  return byFamily.get(family) ?? [...byFamily.values()].flat();
};

import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { RaisedEvent } from './envelope.ts';

export const LEGACY_CHECK_IN = 'checkIn';

const orNull = <Schema extends TProperties[string]>(schema: Schema) => Type.Union([schema, Type.Null()]);
const text = () => orNull(Type.String());
const instant = () => orNull(Type.String({ format: 'date-time' }));

/** The body of a legacy v1 check-in (events.md): flat, without the envelope, with every key in this order. */
export const LegacyCheckIn = Type.Object(
  {
    clientID: Type.String({ format: 'uuid' }),
    siteID: Type.String({ format: 'uuid' }),
    checkInTime: Type.String({ format: 'date-time' }),
    firstName: text(),
    lastName: text(),
    email: text(),
    phone: text(),
    barcode: text(),
    fobNumber: text(),
    packageName: text(),
    packageID: text(),
    checkInStatus: text(),
    checkInMessage: text(),
    sessionType: text(),
    sessionName: text(),
    sessionID: text(),
    sessionStartTime: instant(),
    SessionInstructor: text(),
    customProperties: orNull(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);

export type LegacyCheckIn = Static<typeof LegacyCheckIn>;

const KEYS = Object.keys(LegacyCheckIn.properties);

/** The data of a check-in; fields that are left out are null in the body. */
export type LegacyCheckInData = Pick<LegacyCheckIn, 'clientID' | 'siteID' | 'checkInTime'> & Partial<LegacyCheckIn>;

/** The legacy event with its exact body. Its id is only in a header, not in the body. */
export const legacyCheckIn = (id: string, createdAt: string, facts: LegacyCheckInData): RaisedEvent => ({
  id,
  type: LEGACY_CHECK_IN,
  siteId: facts.siteID,
  clientId: facts.clientID,
  createdAt,
  body: JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, Reflect.get(facts, key) ?? null]))),
});

import { type Static, Type } from '@sinclair/typebox';
import { Kiosk } from '../../auth/kiosks/record.ts';
import { matching } from '../../kernel/patterns.ts';
import {
  described,
  flag,
  id,
  instant,
  line,
  name,
  nullable,
  object,
  oneOf,
  optional,
  shape,
  withOneOf,
} from '../../kernel/schemas.ts';

const pin = () =>
  matching('^[0-9]{4,8}$', 'must be four to eight digits', {
    maxLength: 8,
    description: 'A PIN of four to eight digits, required to leave the kiosk.',
  });

export const CreateKiosk = withOneOf(
  shape('CreateKioskRequest', () => ({
    name: described(name(), 'A name for the kiosk, such as Front door.'),
    siteId: optional(id()),
    locationId: optional(Type.String({ format: 'uuid', description: 'The same as `siteId`.' })),
    pin: pin(),
  })),
  'siteId',
  'locationId',
);

export const KioskWithToken = shape('KioskWithToken', () => ({
  ...Kiosk.schema.properties,
  token: described(Type.String(), 'The token itself, for the header X-Kiosk-Token. Shown only once.'),
}));

const session = object(() => ({
  id: id(),
  name: Type.String(),
  startTime: instant(),
  endTime: instant(),
  roomName: described(nullable(Type.String()), 'The room at the site.'),
  instructorName: described(nullable(Type.String()), "The instructor's first name, or the name shown to members."),
}));

export const KioskScreen = shape('KioskScreen', () => ({
  object: Type.Literal('kiosk_screen'),
  kioskId: id(),
  name: Type.String(),
  siteId: id(),
  siteName: described(Type.String(), 'The name of the site.'),
  timezone: described(Type.String(), 'The time zone of the site.'),
  studioName: described(Type.String(), 'The name of the studio.'),
  logoUrl: described(nullable(Type.String()), "The URL of the studio's logo."),
  locale: described(Type.String(), "The studio's language and region, as a BCP 47 tag."),
  serverTime: described(instant(), "The server's time, which determines when check-in opens and closes."),
  next: described(Type.Array(session), "Today's next sessions, up to six, without private ones."),
}));
export type KioskScreenResponse = Static<typeof KioskScreen>;

const arrival = object(() => ({
  bookingId: id(),
  firstName: Type.String(),
  initial: described(Type.String(), 'The first letter of the last name.'),
  sessionName: described(Type.String(), 'The name of the session.'),
  startTime: instant(),
  isHere: described(flag(), 'Whether the client has already checked in.'),
}));

export const KioskArrivals = shape('KioskArrivals', () => ({
  object: Type.Literal('kiosk_arrivals'),
  arrivals: described(Type.Array(arrival), 'Up to six arrivals.'),
  hasMore: described(flag(), 'Whether there are more. The client can enter another letter.'),
}));
export type KioskArrivalsResponse = Static<typeof KioskArrivals>;

export const KioskCheckInRequest = withOneOf(
  shape('KioskCheckInRequest', () => ({
    bookingId: optional(Type.String({ format: 'uuid', description: 'The booking of an arrival.' })),
    code: optional(
      described(line(100), 'What was scanned: the code of a card or, if no card has it, the number of a key fob.'),
    ),
    barcode: optional(described(line(100), 'The code of a card.')),
    fobNumber: optional(described(line(100), 'The number of a key fob.')),
    checkedInAt: optional(
      Type.String({
        format: 'date-time',
        description:
          'Time of the check-in, if it was stored while offline: at most 12 hours ago, and only with an ' +
          'idempotency key.',
      }),
    ),
  })),
  'bookingId',
  'code',
  'barcode',
  'fobNumber',
);
export type KioskCheckInBody = Static<typeof KioskCheckInRequest>;

export const KioskCheckIn = shape('KioskCheckIn', () => ({
  object: Type.Literal('kiosk_check_in'),
  result: described(
    oneOf('in', 'already_in', 'see_desk'),
    '`in`: welcome; `already_in`: checked in before; `see_desk`: refused or unknown. A kiosk does not show the reason.',
  ),
  firstName: described(
    nullable(Type.String()),
    "The client's first name. `null` for `see_desk`, like all following fields.",
  ),
  sessionName: described(nullable(Type.String()), 'The name of the session. `null` without one.'),
  roomName: described(nullable(Type.String()), 'The room at the site.'),
  startTime: described(nullable(instant()), 'The start of the session.'),
  household: described(
    Type.Array(arrival),
    "Others of the client's household, and the client's guests, who have a spot now and are not here yet: they come in together.",
  ),
}));
export type KioskCheckInResponse = Static<typeof KioskCheckIn>;

export const LeaveKiosk = shape('LeaveKioskRequest', () => ({ pin: pin() }));

export const KioskLeft = shape('KioskLeft', () => ({
  object: Type.Literal('kiosk_leave'),
  left: described(Type.Literal(true), 'Whether the token was revoked.'),
}));

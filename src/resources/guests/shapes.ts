import { type Static, Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  described,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  optional,
  phone,
  shape,
} from '../../kernel/schemas.ts';
import { guardianName, signature } from '../member-sign-in/agreements/shapes.ts';

/** How a guest is paid for, as the guest sees it. */
const PAID_BY = ['host', 'free', 'studio', 'own'] as const;

/** What the link of a guest shows: nothing but the class, who brings them, and what is still to be done. */
export const GuestVisit = shape('GuestVisit', () => ({
  object: Type.Literal('guest_visit'),
  firstName: described(Type.String(), "The guest's first name."),
  hostName: described(Type.String(), 'The member who brings the guest: the first name, and an initial.'),
  status: described(oneOf(...BOOKING_STATUSES), 'Whether the guest has a spot.'),
  canCancel: described(flag(), 'Whether the guest can still cancel here.'),
  paidBy: described(
    oneOf(...PAID_BY),
    "`host`: the member pays; `free`: a free first visit; `studio`: to be paid at the studio; `own`: the guest's own package pays.",
  ),
  price: described(
    nullable(
      object(() => ({
        amount: described(count(), 'The amount, in the smallest currency unit.'),
        currency: currency(),
      })),
    ),
    'What the visit costs at the studio. `null` if nothing is due.',
  ),
  session: described(
    object(() => ({
      id: id(),
      name: described(Type.String(), 'What the class is called.'),
      startTime: instant(),
      endTime: instant(),
      timezone: described(Type.String(), 'The time zone of the site.'),
      siteName: described(Type.String(), 'Where it is.'),
      address: described(nullable(Type.String()), 'The street and town.'),
      isCancelled: described(flag(), 'Whether the class is canceled.'),
    })),
    'The class that the guest visits.',
  ),
  waiver: described(
    object(() => ({
      current: described(
        nullable(
          object(() => ({
            version: described(Type.String(), 'Identifies the text. Send it with the signature.'),
            text: described(Type.String(), 'The complete text.'),
          })),
        ),
        "The site's waiver. `null` if it has none.",
      ),
      isNeeded: described(flag(), 'Whether it is still to be signed.'),
      needsGuardian: described(
        nullable(flag()),
        'Whether a guardian has to sign, as for anyone under 18. `null` if the date of birth is not known: a guardian then ' +
          'signs for a guest who says so.',
      ),
    })),
    'What is to be signed, and whether it is still needed.',
  ),
  asksPhone: described(flag(), 'Whether a phone number is still to be given for the free first visit.'),
  getsMails: described(flag(), 'Whether invitations may still be sent to the guest.'),
}));
export type GuestVisitResponse = Static<typeof GuestVisit>;

export const SignAsGuest = shape('SignAsGuestRequest', () => ({
  ...signature(),
  guardianName: guardianName(),
  phone: optional(described(phone(), "The guest's phone number.")),
}));

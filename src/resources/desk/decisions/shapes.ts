import { type Static, Type } from '@sinclair/typebox';
import { count, described, flag, id, instant, nullable, object, oneOf, shape } from '../../../kernel/schemas.ts';
import { amount, DeskPackage } from '../shapes.ts';

export const DECISION_TYPES = [
  ...(['offer', 'not_come', 'renewal_failed', 'fee', 'package_ending', 'webhook_failing', 'sign_up'] as const),
  'erasure',
] as const;

const person = object(() => ({
  clientId: id(),
  bookingId: nullable(id()),
  name: described(nullable(Type.String()), 'null for a client of another home site, whom the caller may not know.'),
  photoUrl: described(nullable(Type.String()), 'The address of a picture.'),
}));
export type DecisionPerson = Static<typeof person>;

const decision = object(() => ({
  id: described(
    Type.String(),
    'The same in each response while the decision is open: the type and the id of its record.',
  ),
  type: described(
    oneOf(...DECISION_TYPES),
    'offer: an open offer of a waiting list; not_come: confirmed clients of a class that has ended; renewal_failed: a card ' +
      'was declined; fee: a fee that is not charged yet, or was declined; package_ending: of a client who comes today, with no ' +
      'other package; webhook_failing: an endpoint that is failing or was disabled by failures; sign_up: somebody has signed up and waits; ' +
      'erasure: a client has asked to be erased.',
  ),
  title: described(Type.String(), 'The name of the session, package, endpoint or person.'),
  status: described(nullable(Type.String()), 'Of the fee (pending, failed) or of the endpoint (failing, disabled).'),
  dueAt: described(
    nullable(instant()),
    'When something happens by itself: the offer lapses, the clients become no-shows, the card is tried again, the fee is ' +
      'charged, the package ends; null for nothing.',
  ),
  startTime: described(nullable(instant()), 'The start of the session.'),
  sessionId: nullable(id()),
  packageId: nullable(id()),
  webhookId: nullable(id()),
  people: described(Type.Array(person), 'At most 50.'),
  peopleCount: described(count(), 'How many there are.'),
  amount: nullable(object(amount)),
  package: described(nullable(DeskPackage), 'The package, for decisions about one.'),
  acts: described(
    Type.Array(Type.String()),
    'The operations that decide and that the caller may use, by operationId; the usual one first.',
  ),
}));
export type Decision = Static<typeof decision>;

export const DeskDecisions = shape('DeskDecisions', () => ({
  object: Type.Literal('desk_decisions'),
  asOf: described(instant(), 'When it was read.'),
  decisions: described(Type.Array(decision), 'The most urgent first; at most 20 of each type.'),
  hasMore: described(flag(), 'Whether there are more of a type than are shown.'),
}));
export type DeskDecisionsResponse = Static<typeof DeskDecisions>;

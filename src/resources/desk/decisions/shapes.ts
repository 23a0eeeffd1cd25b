import { type Static, Type } from '@sinclair/typebox';
import { count, described, flag, id, instant, nullable, object, oneOf, shape } from '../../../kernel/schemas.ts';
import { amount, DeskPackage } from '../shapes.ts';

export const DECISION_TYPES = [
  'offer',
  'not_come',
  'renewal_failed',
  'payment_returned',
  'dispute',
  'fee',
  'package_ending',
  'webhook_failing',
  'sign_up',
  'erasure',
  'of_age',
] as const;

const person = object(() => ({
  clientId: id(),
  bookingId: nullable(id()),
  name: described(
    nullable(Type.String()),
    'The name. `null` for a client whom the caller cannot read, such as one of another home site.',
  ),
  photoUrl: described(nullable(Type.String()), 'The URL of a picture.'),
}));
export type DecisionPerson = Static<typeof person>;

const decision = object(() => ({
  id: described(Type.String(), 'Stays the same while the decision is open: the type and the ID of its record.'),
  type: described(
    oneOf(...DECISION_TYPES),
    '`offer`: an open waitlist offer; `not_come`: confirmed clients of a class that has ended; `renewal_failed`: a ' +
      'card was declined; `payment_returned`: a bank returned a direct debit; `dispute`: a client disputes a payment at ' +
      'the bank; `fee`: a fee that has not been charged yet, or was declined; `package_ending`: of a client ' +
      'who comes today and has no other package; `webhook_failing`: an endpoint that is failing or was disabled ' +
      "because of failures; `sign_up`: a pending sign-up; `erasure`: a client's deletion request; `of_age`: a dependant of a household who is 18.",
  ),
  title: described(Type.String(), 'The name of the session, package, endpoint, or person.'),
  status: described(
    nullable(Type.String()),
    'The status of the fee (pending, failed), of the endpoint (failing, disabled), or of the dispute (open, lost, or won ' +
      'after the client had paid what was claimed).',
  ),
  dueAt: described(
    nullable(instant()),
    'Time at which something happens automatically: the offer expires, the clients become no-shows, the card is ' +
      'retried, the fee is charged, or the package ends. `null` if nothing does.',
  ),
  startTime: described(nullable(instant()), 'The start of the session.'),
  sessionId: nullable(id()),
  packageId: nullable(id()),
  webhookId: nullable(id()),
  people: described(Type.Array(person), 'Up to 50 people.'),
  peopleCount: described(count(), 'The total number.'),
  amount: nullable(object(amount)),
  package: described(nullable(DeskPackage), 'The package, for decisions about one.'),
  actions: described(
    Type.Array(Type.String()),
    'The operations that resolve it and that the caller can use, by `operationId`, with the usual one first.',
  ),
}));
export type Decision = Static<typeof decision>;

export const DeskDecisions = shape('DeskDecisions', () => ({
  object: Type.Literal('desk_decisions'),
  asOf: described(instant(), 'Time at which it was read.'),
  decisions: described(Type.Array(decision), 'The most urgent first, up to 20 of each type.'),
  hasMore: described(flag(), 'Whether there are more of any type than are included.'),
}));
export type DeskDecisionsResponse = Static<typeof DeskDecisions>;

import { catalogue, type EventType, eventTypes } from '../../events/catalogue.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { exampleBody, legacyExample } from '../../events/examples.ts';
import { LEGACY_CHECK_IN, LegacyCheckIn } from '../../events/legacy-check-in.ts';
import type { Components } from './components.ts';
import { constant, type Node, nodeOf } from './json.ts';

const header = (name: string, description: string, schema: Node = { type: 'string' }): Node => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of a delivery (events.md "Delivery"). */
const deliveryHeaders = (type: string): Node[] => [
  header('X-Service-Event-ID', 'The ID of the event, the same for every attempt.'),
  header('X-Service-Event-Type', 'The type of the event.', { type: 'string', ...constant(type) }),
  header('X-Service-Timestamp', 'The Unix time, in seconds, at which this attempt was signed.', { type: 'integer' }),
  header('X-Service-Signature', 't=<timestamp>,v1=<hex HMAC-SHA256>; see /docs#verifying.', {
    type: 'string',
    pattern: '^t=\\d+,v1=[0-9a-f]{64}$',
  }),
];

/** `booking.checked_in` becomes `BookingCheckedInEvent`. */
const schemaName = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const bodySchema = (type: EventType): Node => ({
  title: schemaName(type),
  type: 'object',
  required: ['id', 'object', 'type', 'apiVersion', 'createdAt', 'livemode', 'data'],
  properties: {
    id: { type: 'string', pattern: '^evt_[0-9a-f-]{36}$', description: 'Process each ID only once.' },
    object: { type: 'string', const: 'event' },
    type: { type: 'string', const: type, description: 'The type of the event.' },
    apiVersion: { type: 'string', const: API_VERSION },
    createdAt: { type: 'string', format: 'date-time', description: 'Time at which it was raised.' },
    livemode: { type: 'boolean', const: true },
    data: { ...nodeOf(catalogue[type]()), description: 'What happened.' },
  },
});

interface Sent {
  readonly type: string;
  /** The schema of the body; its title is the name of the component. */
  readonly schema: Node;
  readonly example: object;
  readonly description?: string;
}

const inEnvelope = (type: EventType): Sent => ({ type, schema: bodySchema(type), example: exampleBody(type) });

const legacy: Sent = {
  type: LEGACY_CHECK_IN,
  schema: { ...nodeOf(LegacyCheckIn), title: 'LegacyCheckInEvent' },
  example: legacyExample,
  description:
    'The v1 check-in: a flat body without an envelope, with its ID only in a header. Only endpoints that list it ' +
    'in `eventTypes` receive it; `*` does not include it.',
};

const entry = ({ type, schema, example, description }: Sent, components: Components): Node => ({
  post: {
    operationId: `receive${schema.title}`,
    summary: type,
    ...(description === undefined ? {} : { description }),
    tags: ['Events'],
    security: [],
    parameters: deliveryHeaders(type),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: components.lift(schema, true), example: nodeOf(example) },
      },
    },
    responses: {
      '2XX': { description: 'Received. Any other response, or no response within 10 seconds, is a failed attempt.' },
    },
  },
});

export function* webhookEntries(components: Components): Generator<void, Node> {
  const entries: Node = {};
  for (const sent of [...eventTypes.map(inEnvelope), legacy]) {
    yield;
    entries[sent.type] = entry(sent, components);
  }
  return entries;
}

import { catalogue, type EventType, eventTypes } from '../../events/catalogue.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { exampleBody, legacyExample } from '../../events/examples.ts';
import { LEGACY_CHECK_IN, LegacyCheckIn } from '../../events/legacy-check-in.ts';
import type { Components } from './components.ts';
import type { Json, Node } from './json.ts';

const header = (name: string, description: string, schema: Node = { type: 'string' }): Node => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers of every delivery (section 6). */
const deliveryHeaders = (type: string): Node[] => [
  header('X-Service-Event-ID', 'The id of the event, the same on every attempt.'),
  header('X-Service-Event-Type', 'The type of the event.', { type: 'string', const: type }),
  header('X-Service-Timestamp', 'Epoch seconds at which this attempt was signed.', { type: 'integer' }),
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
    id: { type: 'string', pattern: '^evt_[0-9a-f-]{36}$', description: 'Handle each id once.' },
    object: { type: 'string', const: 'event' },
    type: { type: 'string', const: type },
    apiVersion: { type: 'string', const: API_VERSION },
    createdAt: { type: 'string', format: 'date-time' },
    livemode: { type: 'boolean', const: true },
    data: catalogue[type] as unknown as Json,
  },
});

/** What one type of event is sent as. */
interface Sent {
  readonly type: string;
  /** The name of the body's schema is its title. */
  readonly schema: Node;
  readonly example: object;
  readonly description?: string;
}

const inEnvelope = (type: EventType): Sent => ({ type, schema: bodySchema(type), example: exampleBody(type) });

const legacy: Sent = {
  type: LEGACY_CHECK_IN,
  schema: { ...(LegacyCheckIn as unknown as Node), title: 'LegacyCheckInEvent' },
  example: legacyExample,
  description:
    'The v1 check-in: a flat body without the envelope, its id in the header only. It is sent to endpoints that name ' +
    "it in 'eventTypes'; '*' does not include it.",
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
        'application/json': { schema: components.lift(schema, true), example: example as Json },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Anything else, or nothing within 10 seconds, is a failed attempt.' },
    },
  },
});

/** The `webhooks` of the document: what the service sends, one entry for each event type. */
export const webhookEntries = (components: Components): Node =>
  Object.fromEntries([...eventTypes.map(inEnvelope), legacy].map((sent) => [sent.type, entry(sent, components)]));

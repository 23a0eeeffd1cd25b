import { catalogue, type EventType, eventTypes } from '../../events/catalogue.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { exampleBody } from '../../events/examples.ts';
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
const deliveryHeaders = (type: EventType): Node[] => [
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

const entry = (type: EventType, components: Components): Node => ({
  post: {
    operationId: `receive${schemaName(type)}`,
    summary: type,
    tags: ['Events'],
    security: [],
    parameters: deliveryHeaders(type),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: components.lift(bodySchema(type), true), example: exampleBody(type) as Json },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Anything else, or nothing within 10 seconds, is a failed attempt.' },
    },
  },
});

/** The `webhooks` of the document: what the service sends, one entry for each event type. */
export const webhookEntries = (components: Components): Node =>
  Object.fromEntries(eventTypes.map((type) => [type, entry(type, components)]));

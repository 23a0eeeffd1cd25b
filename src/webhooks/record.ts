import { Type } from '@sinclair/typebox';
import { API_VERSION } from '../events/envelope.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { count, described, id, instant, integer, line, name, nullable, object } from '../kernel/schemas.ts';
import * as field from '../records/fields.ts';
import { unpackList } from '../records/json.ts';
import { type RowOf, record } from '../records/record.ts';

export const ENDPOINT_STATUSES = ['enabled', 'failing', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
const DISABLED_REASONS = [
  'failed_deliveries',
  'creator_unknown',
  'creator_revoked',
  'creator_expired',
  'creator_not_permitted',
] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
const LOCATION_SCOPES = ['all', 'selected'] as const;
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** The wait before each attempt of an event, in milliseconds (events.md "Delivery"). A ping or a redelivery has one attempt. */
export const ATTEMPT_WAITS_MS: readonly number[] = [0, MINUTE_MS, 2 * MINUTE_MS];
const MAX_ATTEMPTS = ATTEMPT_WAITS_MS.length;
/** How long deliveries are kept, in milliseconds. */
export const DELIVERIES_KEPT_MS = 7 * DAY_MS;

const counter = () => field.integer(count()).shownAs(count()).default(0).readOnly();
const time = () => field.instant().nullable().readOnly();

const customHeader = nullable(
  object({
    name: Type.String(),
    valueSet: described(Type.Literal(true), 'Whether the value is set. It is never returned.'),
  }),
);
const customHeaderInput = nullable(
  object({
    name: line(100),
    value: described(Type.String({ minLength: 1, maxLength: 4096 }), 'Stored and never returned.'),
  }),
);

/** A registered receiver of events (records.md "Webhook endpoint"). Its secret and header value are sealed. */
export const WebhookEndpoint = record(
  'webhook_endpoint',
  'webhookEndpoints',
  () => ({
    name: field.text(name()),
    url: field.text(line(2048)),
    eventTypes: field
      .json(Type.Array(line(100), { minItems: 1, maxItems: 200 }))
      .shownAs(Type.Array(Type.String()))
      .described('The events to receive: `booking.created`, `booking.*`, or `*`.'),
    locationScope: field
      .word(LOCATION_SCOPES)
      .default('all')
      .described('`all`: every location, including those added later; `selected`: the locations in `locationIds`.'),
    locationIds: field.list(Type.Array(id(), { maxItems: 1000 })),
    customHeader: field
      .computed(customHeader, ({ customHeaderName }: { readonly customHeaderName: string | null }) =>
        customHeaderName === null ? null : { name: customHeaderName, valueSet: true as const },
      )
      .sentAs(customHeaderInput)
      .described('A header sent with each delivery.'),
    customHeaderName: field.text(line(100)).nullable().internal(),
    customHeaderValue: field.bytes().nullable(),
    status: field
      .word(ENDPOINT_STATUSES)
      .default('enabled')
      .readOnly()
      .described('`failing` after 3 failed events in a row, and `disabled` after 10.'),
    consecutiveFailures: counter().described('The number of consecutive events for which all attempts failed.'),
    skippedWhileDisabled: counter().described(
      'The number of events that occurred while it was disabled. They are not sent later.',
    ),
    disabledAt: time().described('Time at which it was disabled. `null` if it is not.'),
    disabledReason: field
      .word(DISABLED_REASONS)
      .nullable()
      .readOnly()
      .described(
        '`failed_deliveries`, or what happened to the credential that owns it: `creator_revoked`, ' +
          '`creator_expired`, `creator_not_permitted` (it can no longer manage webhooks), or `creator_unknown`. ' +
          '`null` if it is not disabled.',
      ),
    credentialId: field
      .id()
      .nullable()
      .readOnly()
      .described(
        'The API key or OAuth client that owns it: the credential that created it, or that last sent its URL, ' +
          'event types, or locations. The endpoint receives what this credential can read at the time of sending.',
      ),
    credentialScopes: field.text(Type.String()).nullable().internal(),
    withheldEventTypes: field
      .list(Type.Array(Type.String()))
      .readOnly()
      .described('The events in `eventTypes` that it does not receive, because its credential cannot read them.'),
    withheldLocationIds: field
      .list(Type.Array(id()))
      .readOnly()
      .described('The locations whose events it does not receive, because its credential cannot read them.'),
    lastSuccessAt: time().described('Time of the last successful attempt.'),
    lastFailureAt: time().described('Time of the last failed attempt.'),
    apiVersion: field.computed(Type.String(), () => API_VERSION).described('The version of the event envelope.'),
    secret: field.bytes(),
    secretLast4: field.text(Type.String()).readOnly().described('The last four characters of the signing secret.'),
    secretRotatedAt: time().described('Time at which the secret was last rotated.'),
  }),
  // All locations have an empty list, which excludes restricted callers: they reach endpoints of their own locations only.
  { sites: { list: 'locationIds', needs: 'all' } },
);

export type WebhookEndpointRow = RowOf<typeof WebhookEndpoint>;

/** The site of events about an endpoint: the brand's default site if it is in its scope, else the first selected location. */
export const siteOfEndpoint = ({ locationScope, locationIds }: WebhookEndpointRow, defaultSiteId: string): string => {
  const selected = unpackList<string>(locationIds);
  return locationScope === 'all' || selected.includes(defaultSiteId) ? defaultSiteId : (selected[0] ?? defaultSiteId);
};

interface DeliveryColumns {
  readonly endpointId: string;
  readonly eventType: string;
  readonly redeliveryOf: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: string;
}

const maxAttempts = ({ redeliveryOf, eventType }: DeliveryColumns): number =>
  redeliveryOf === null && eventType !== 'ping' ? MAX_ATTEMPTS : 1;

const errorOf = ({ errorCode, errorMessage }: DeliveryColumns) =>
  errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };

const attempts = () => integer(1, MAX_ATTEMPTS);

/** One attempt to deliver an event (records.md "Webhook delivery"). */
export const WebhookDelivery = record('webhook_delivery', 'webhookDeliveries', () => ({
  webhookId: field.computed(id(), ({ endpointId }: DeliveryColumns) => endpointId),
  endpointId: field.id().internal(),
  eventId: field.text(Type.String()).readOnly(),
  eventType: field.text(Type.String()).readOnly().described('The type of the event, or `ping`.'),
  siteId: field.id().readOnly(),
  url: field.text(Type.String()).readOnly(),
  status: field.word(DELIVERY_STATUSES).readOnly().described('`pending` until the attempt has ended.'),
  attempt: field
    .integer(attempts())
    .shownAs(attempts())
    .readOnly()
    .described('The number of this attempt for the event.'),
  maxAttempts: field
    .computed(attempts(), maxAttempts)
    .described('The maximum number of attempts. 1 for a ping or a redelivery.'),
  responseStatus: field
    .integer(Type.Integer())
    .nullable()
    .readOnly()
    .described('The HTTP status of the response. `null` without a response.'),
  responseSnippet: field.text(Type.String()).nullable().internal(),
  latencyMs: field
    .integer(count())
    .shownAs(count())
    .nullable()
    .readOnly()
    .described('The time until the response or failure, in milliseconds.'),
  error: field
    .computed(nullable(object({ code: Type.String(), message: Type.String() })), errorOf)
    .described('Why the attempt failed. `null` if it did not.'),
  errorCode: field.text(Type.String()).nullable().internal(),
  errorMessage: field.text(Type.String()).nullable().internal(),
  redeliveryOf: field.id().nullable().readOnly().described('The delivery that was redelivered.'),
  nextAttemptAt: time().described('Time at which the next attempt is due, or `null`.'),
  expiresAt: field
    .computed(instant(), ({ createdAt }: DeliveryColumns) => isoInstant(epochOf(createdAt) + DELIVERIES_KEPT_MS))
    .described('Time at which this record is deleted.'),
}));

export type WebhookDeliveryRow = RowOf<typeof WebhookDelivery>;

/** Why an attempt failed (records.md "Webhook delivery"). */
export type ErrorCode =
  | 'timeout'
  | 'connect_error'
  | 'tls_error'
  | 'dns_error'
  | 'redirect'
  | 'http_status'
  | 'protocol_error'
  | 'blocked_address'
  | 'interrupted'
  | 'endpoint_disabled'
  | 'not_permitted';

export interface Counters {
  attempts: number;
  succeeded: number;
  readonly failed: Partial<Record<ErrorCode, number>>;
  /** Events whose every attempt failed. */
  eventsFailed: number;
  endpointsDisabled: number;
  redeliveries: number;
  /** Attempts in progress now, redeliveries included. */
  inFlight: number;
  /** The duration of all finished attempts, in milliseconds. */
  latencyMs: number;
}

export const newCounters = (): Counters => ({
  attempts: 0,
  succeeded: 0,
  failed: {},
  eventsFailed: 0,
  endpointsDisabled: 0,
  redeliveries: 0,
  inFlight: 0,
  latencyMs: 0,
});

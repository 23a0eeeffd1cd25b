/** Why an attempt failed; records.md "Webhook delivery". */
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
  | 'endpoint_disabled';

/** What the pipeline has done since it was made; read by the metrics page. */
export interface Counters {
  attempts: number;
  succeeded: number;
  readonly failed: Partial<Record<ErrorCode, number>>;
  /** Events that no attempt could deliver. */
  eventsFailed: number;
  endpointsDisabled: number;
  redeliveries: number;
  /** Attempts under way now, redeliveries included. */
  inFlight: number;
  /** The time that finished attempts took, in milliseconds. */
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

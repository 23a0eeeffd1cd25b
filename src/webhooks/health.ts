/** The state of an endpoint; service interface, section 3 "Webhook endpoint". */
export type EndpointStatus = 'enabled' | 'failing' | 'disabled';

/** What decides whether deliveries to an endpoint go on. */
export interface Health {
  readonly status: EndpointStatus;
  /** Events in a row that could not be delivered after all attempts; attempts that a retry made good do not count. */
  readonly consecutiveFailures: number;
}

/** How an event ended: an attempt succeeded, or the last one failed. */
export type Ending = 'delivered' | 'failed';

/** Events in a row after which an endpoint is failing. */
const FAILING_AFTER = 3;
/** Events in a row after which deliveries to an endpoint stop. */
const DISABLED_AFTER = 10;

/** The health of an endpoint after an event ended. Only the owner brings a disabled endpoint back. */
export const healthAfter = (health: Health, ending: Ending): Health => {
  if (health.status === 'disabled') return health;
  if (ending === 'delivered') return { status: 'enabled', consecutiveFailures: 0 };
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (consecutiveFailures >= DISABLED_AFTER) return { status: 'disabled', consecutiveFailures };
  return { status: consecutiveFailures >= FAILING_AFTER ? 'failing' : health.status, consecutiveFailures };
};

/** Which limit an allowance is of; a 429 names it as its category. */
export type LimitCategory = 'business' | 'address' | 'member' | 'read' | 'write';

/** The state of a limit for one request, as the rate headers show it. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests a minute; an hour for the categories read and write. */
  readonly limit: number;
  /** Requests that are still allowed at this moment. */
  readonly remaining: number;
  /** Epoch second at which the bucket is empty again. */
  readonly resetAt: number;
  /** Seconds to wait, rounded up: a request sent after that is allowed. 0 when allowed. */
  readonly retryAfter: number;
  readonly category: LimitCategory;
}

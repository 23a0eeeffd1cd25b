/** The protocol of an operation that speaks one besides JSON: its headers with their descriptions. */
export interface ProtocolSpec {
  readonly name: string;
  /** The request headers; those with a final `*` are required. */
  readonly request: Readonly<Record<string, string>>;
  readonly response: Readonly<Record<string, string>>;
  /** Where `everyResponse` holds: for this path, and for all below it. */
  readonly root: string;
  /** The headers that every response has there, with their values: also one that authentication refuses. */
  readonly everyResponse: Readonly<Record<string, string>>;
  /** Whether a POST below the root may stand for the other methods there: `X-HTTP-Method-Override`. */
  readonly hasMethodOverride?: true;
  readonly receives?: string;
  readonly sends?: string;
}

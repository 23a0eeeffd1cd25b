/** A value of a path that the response of another operation has too: its link says so. */
export interface FromResponse {
  readonly example: string;
  readonly operation: string;
  /** A JSON pointer into the response. */
  readonly pointer: string;
}

/** A request that succeeds in a fresh sandbox, with nothing before it. */
export interface RequestExample {
  readonly path?: Readonly<Record<string, string | FromResponse>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: object;
  readonly csv?: string;
}

export const at = (id: string): RequestExample => ({ path: { id } });

/** A value of the demo studio that the response of another operation has too. */
export const from = (example: string, operation: string, pointer = '/id'): FromResponse => ({
  example,
  operation,
  pointer,
});

/** The path of a record of the demo studio, such as another operation creates. */
export const like = (id: string, operation: string): RequestExample => ({ path: { id: from(id, operation) } });

/** The recorded response of another operation, which has the same shape. */
export class RecordedAnswer {
  constructor(
    readonly operation: string,
    readonly status: number,
  ) {}
}

export const answerOf = (operation: string, status = 200): RecordedAnswer => new RecordedAnswer(operation, status);

import type { FromResponse, RequestExample } from '../../../http/openapi/examples.ts';

/** The path of a record of the demo studio. */
export const at = (id: string): RequestExample => ({ path: { id } });

/** A value of the demo studio that the response of another operation has too. */
export const from = (example: string, operation: string, pointer = '/id'): FromResponse => ({
  example,
  operation,
  pointer,
});

/** The path of a record of the demo studio, such as another operation creates. */
export const like = (id: string, operation: string): RequestExample => ({ path: { id: from(id, operation) } });

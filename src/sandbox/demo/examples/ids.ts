import type { FromResponse, RequestExample } from '../../../http/openapi/examples.ts';

/** The path of a record of the demo studio. */
export const at = (id: string): RequestExample => ({ path: { id } });

/** A value from the response of another operation, for records that the demo studio does not have. */
export const from = (operation: string, pointer = '/id'): FromResponse => ({ operation, pointer });

/** The path of a record that another operation creates. */
export const createdBy = (operation: string): RequestExample => ({ path: { id: from(operation) } });

import type { components, operations } from './schema.d.ts';

/** The schemas of the interface by their names in its document. */
export type Schemas = components['schemas'];

/** The response of an operation with status 200, by the name of the operation. */
export type ResponseOf<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

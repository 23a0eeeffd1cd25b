import type { Operation } from './operation.ts';

export type OperationsById = ReadonlyMap<string, Operation>;

export const operationsById = (operations: readonly Operation[]): OperationsById =>
  new Map(operations.map((operation) => [operation.id, operation]));

/** The operations with these ids. @throws Error when there is no such operation. */
export const operationsNamed = (byId: OperationsById, ids: readonly string[]): readonly Operation[] =>
  ids.map((id) => {
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`there is no operation '${id}'`);
    return operation;
  });

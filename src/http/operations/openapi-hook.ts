import type { TObject } from '@sinclair/typebox';
import { isExtensionParameter } from '../../kernel/schemas.ts';
import { obeysIfMatch, readsRecord, responsesRecord } from './etags.ts';
import type { Operation } from './operation.ts';

/** The query parameters that extend the contract. */
const extensionParametersOf = (query: TObject | undefined): string[] =>
  Object.entries(query?.properties ?? {}).flatMap(([name, schema]) => (isExtensionParameter(schema) ? [name] : []));

const takesBody = ({ handler }: Operation): boolean => handler.kind === 'write' || handler.kind === 'flow';

const errorsOf = ({ errors = [], on }: Operation): number[] => [...new Set([...errors, ...(on ? [404] : [])])];

const filesOf = ({ handler }: Operation): object => {
  if (handler.kind === 'sendFile') return { 'x-files': 'sent' };
  return handler.kind === 'receiveFile' ? { 'x-files': 'received' } : {};
};

const formsOf = ({ file, protocol }: Operation): object => ({
  ...(file === undefined ? {} : { 'x-form-file': file }),
  ...(protocol === undefined ? {} : { 'x-protocol': protocol }),
});

/** Whether its success response has the `ETag` of a record. */
const hasEtag = (operation: Operation, operations: readonly Operation[]): boolean =>
  readsRecord(operation, operations) || (takesBody(operation) && responsesRecord(operation, operations));

const detailOf = (operation: Operation, operations: readonly Operation[]): object => ({
  operationId: operation.id,
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  tags: [operation.tag],
  ...(operation.isExtension ? { 'x-extension': true } : {}),
  'x-audience': operation.audience,
  'x-errors': errorsOf(operation),
  'x-extension-parameters': extensionParametersOf(operation.query),
  ...(operation.isBodyRequired === true ? { 'x-body-required': true } : {}),
  ...(operation.on?.takesSlug === true ? { 'x-slug': true } : {}),
  ...(hasEtag(operation, operations) ? { 'x-etag': true } : {}),
  ...(obeysIfMatch(operation, operations) ? { 'x-if-match': true } : {}),
  ...filesOf(operation),
  ...formsOf(operation),
});

/** The Elysia hook of an operation that is served. */
export const hookOf = (operation: Operation): object => {
  const isBodyRead = takesBody(operation) || ['receiveFile', 'exchange'].includes(operation.handler.kind);
  return isBodyRead ? { parse: 'none' } : {};
};

/** The Elysia hook of one of all operations in the OpenAPI document: its description and its schemas. */
export const documentHookOf = (operation: Operation, operations: readonly Operation[]): object => {
  const { handler, query, body, response, alsoResponds, status = 200 } = operation;
  return {
    detail: detailOf(operation, operations),
    ...(handler.kind === 'sendFile' || handler.kind === 'exchange'
      ? {}
      : { response: { [status]: response, ...alsoResponds } }),
    ...(query === undefined ? {} : { query }),
    ...(takesBody(operation) && body !== undefined ? { body } : {}),
  };
};

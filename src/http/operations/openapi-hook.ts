import { isExtensionParameter } from '../../kernel/schemas.ts';
import type { OperationsById } from './by-id.ts';
import { obeysIfMatch, readsRecord, respondsWithRecord } from './etags.ts';
import type { Operation } from './operation.ts';

/** The query parameters that extend the contract, of an operation that does not extend it as a whole. */
const extensionParametersOf = ({ query, isExtension }: Operation): string[] =>
  Object.entries(isExtension ? {} : (query?.properties ?? {})).flatMap(([name, schema]) =>
    isExtensionParameter(schema) ? [name] : [],
  );

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

/** Whether only members may call it, and no business that acts for one. */
const isMembersOnly = ({ audience, scope }: Operation): boolean => audience === 'member' && scope === undefined;

/** Whether its success response has the `ETag` of a record. */
const hasEtag = (operation: Operation, byId: OperationsById): boolean =>
  readsRecord(operation, byId) || (takesBody(operation) && respondsWithRecord(operation, byId));

const detailOf = (operation: Operation, byId: OperationsById): object => ({
  operationId: operation.id,
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  tags: [operation.tag],
  ...(operation.isExtension ? { 'x-extension': true } : {}),
  'x-audience': operation.audience,
  ...(isMembersOnly(operation) ? { 'x-members-only': true } : {}),
  'x-errors': errorsOf(operation),
  'x-extension-parameters': extensionParametersOf(operation),
  ...(operation.isBodyRequired === true ? { 'x-body-required': true } : {}),
  ...(operation.on?.takesSlug === true ? { 'x-slug': true } : {}),
  ...(hasEtag(operation, byId) ? { 'x-etag': true } : {}),
  ...(obeysIfMatch(operation) ? { 'x-if-match': true } : {}),
  ...filesOf(operation),
  ...formsOf(operation),
});

/** The Elysia hook of an operation that is served. */
export const hookOf = (operation: Operation): object => {
  const isBodyRead = takesBody(operation) || ['receiveFile', 'exchange'].includes(operation.handler.kind);
  return isBodyRead ? { parse: 'none' } : {};
};

/** The Elysia hook of one of all operations in the OpenAPI document: its description and its schemas. */
export const documentHookOf = (operation: Operation, byId: OperationsById): object => {
  const { handler, query, body, response, alsoResponds, status = 200 } = operation;
  return {
    detail: detailOf(operation, byId),
    ...(handler.kind === 'sendFile' || handler.kind === 'exchange'
      ? {}
      : { response: { [status]: response, ...alsoResponds } }),
    ...(query === undefined ? {} : { query }),
    ...(takesBody(operation) && body !== undefined ? { body } : {}),
  };
};

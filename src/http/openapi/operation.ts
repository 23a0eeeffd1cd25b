import { isExtensionParameter } from '../../kernel/schemas.ts';
import type { OperationsById } from '../operations/by-id.ts';
import { obeysIfMatch, readsRecord, respondsWithRecord } from '../operations/handlers/etags.ts';
import type { Operation } from '../operations/operation.ts';
import type { Components } from './components.ts';
import { withFormFile, withProtocol, withReceivedFile, withSentFile, withTextFile } from './files.ts';
import { isNode, type Json, type Node, reference } from './json.ts';
import { errorReference, headersWith } from './shared.ts';

export interface Described extends Node {
  /** Absent if the response is a file. */
  responses?: { [status: string]: Node };
  parameters?: Node[];
}

interface Making {
  readonly operation: Operation;
  readonly byId: OperationsById;
  /** As the document names it: `get`. */
  readonly method: string;
  readonly links: Node;
  readonly components: Components;
  /** Whether an adult may send it for a dependant. */
  readonly isForDependants: boolean;
}

const SUCCESS: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Not done, or not done yet; the response says why',
  503: 'Down; the response says which check failed',
};

/** Whether only members may call it, and no business that acts for one. */
const isMembersOnly = ({ audience, scope }: Operation): boolean => audience === 'member' && scope === undefined;

const isForMembers = ({ audience }: Operation): boolean => audience === 'member' || audience === 'reader';

export const takesBody = ({ handler }: Operation): boolean => handler.kind === 'write' || handler.kind === 'flow';

/** Whether it reads what has an ETag, so that its answer may be 304. */
const readsEtag = (operation: Operation, byId: OperationsById): boolean =>
  readsRecord(operation, byId) || operation.cacheSeconds !== undefined;

const hasEtag = (operation: Operation, byId: OperationsById): boolean =>
  readsEtag(operation, byId) || (takesBody(operation) && respondsWithRecord(operation, byId));

/** Whether `If-Match` and `If-None-Match` decide about it. */
const hasConditions = (operation: Operation, byId: OperationsById): boolean =>
  obeysIfMatch(operation) || readsEtag(operation, byId);

/** Whether it takes an idempotency key: the key belongs to a credential. */
const takesKey = ({ operation: { audience }, method }: Making): boolean =>
  method === 'post' && audience !== 'public' && audience !== 'staff';

const responsesOf = (described: Described, making: Making): Node => {
  const { operation, byId, links, components } = making;
  const more = [
    ...(takesKey(making) ? ['Idempotency-Replayed'] : []),
    ...(isForMembers(operation) ? ['X-RateLimit-Category'] : []),
    ...(hasEtag(operation, byId) ? ['ETag'] : []),
  ];
  return Object.fromEntries(
    Object.entries(described.responses ?? {}).map(([status, response]) => [
      status,
      {
        ...components.lift(response, true),
        description: SUCCESS[status] ?? 'Success',
        headers: headersWith(...more),
        ...(Object.keys(links).length === 0 ? {} : { links }),
      },
    ]),
  );
};

const errorsOf = ({ requestBody }: Described, { operation, byId, method }: Making): Node => {
  const { audience, errors = [], on } = operation;
  const isReading = ['get', 'head', 'options'].includes(method);
  const statuses = new Set([
    400,
    500,
    ...errors,
    ...(on === undefined ? [] : [404]),
    ...(audience === 'public' ? [] : [401, 403, 429]),
    // A business may act for a client who is archived.
    ...(isReading && (isMembersOnly(operation) || !isForMembers(operation)) ? [] : [409]),
    // The provider of ID tokens may not answer.
    ...(isReading && !isForMembers(operation) ? [] : [503]),
    ...(hasConditions(operation, byId) ? [412] : []),
    ...(requestBody === undefined ? [] : [413, 415]),
  ]);
  const sorted = [...statuses].sort((left, right) => left - right);
  return Object.fromEntries(sorted.map((status) => [String(status), errorReference(status)]));
};

/** Ids in paths are UUIDs. */
const typedParameter = (parameter: Node, takesSlug: boolean): Node => {
  if (parameter.in !== 'path' || !/^id$|Id$/.test(String(parameter.name))) return parameter;
  return takesSlug
    ? { ...parameter, description: 'The ID or slug.', schema: { type: 'string' } }
    : { ...parameter, schema: { type: 'string', format: 'uuid' } };
};

/** Marks a query parameter that extends the contract, of an operation that does not extend it as a whole. */
const withExtension = (parameter: Node, { isExtension, query }: Operation): Node => {
  const schema = isExtension ? undefined : query?.properties[String(parameter.name)];
  return schema !== undefined && isExtensionParameter(schema) ? { ...parameter, 'x-extension': true } : parameter;
};

const memberHeaders = ({ operation, isForDependants }: Making): string[] => {
  if (isMembersOnly(operation)) {
    return [...(isForDependants ? ['X-Client-ID-Dependant'] : []), 'X-Site-ID', 'X-Access-Token'];
  }
  return isForMembers(operation) ? ['X-Client-ID', 'X-Site-ID-Optional', 'X-Access-Token'] : [];
};

const parametersOf = ({ parameters = [] }: Described, making: Making): Node[] => {
  const { operation, byId } = making;
  const headers = [
    ...(takesKey(making) ? ['Idempotency-Key'] : []),
    ...(hasConditions(operation, byId) ? ['If-Match', 'If-None-Match'] : []),
    ...memberHeaders(making),
    'X-Service-Version',
  ];
  return [
    ...parameters.map((each) => withExtension(typedParameter(each, operation.on?.takesSlug === true), operation)),
    ...headers.map((name) => reference('parameters', name)),
  ];
};

/** The JSON body. It is optional for an action without required fields, unless the operation requires it. */
const bodyOf = (body: Json, isOptional: boolean, components: Components): Node => {
  const content = isNode(body) && isNode(body.content) ? body.content['application/json'] : undefined;
  const schema = isNode(content) && isNode(content.schema) ? content.schema : {};
  const hasRequired = Array.isArray(schema.required) && schema.required.length > 0;
  return {
    required: !isOptional || hasRequired,
    content: { 'application/json': { schema: components.lift(schema, false) } },
  };
};

/** The security of an operation; empty if it is the default of the document. Programs take the first: a key lasts. */
const securityOf = (operation: Operation): Node => {
  if (operation.audience === 'public') return { security: [] };
  if (operation.audience === 'staff') return { security: [{ session: [] }] };
  if (operation.audience === 'kiosk') return { security: [{ kiosk: [] }] };
  if (!isForMembers(operation)) return {};
  const member = { memberToken: [] };
  return { security: isMembersOnly(operation) ? [member] : [{ apiKey: [] }, { oauth2: [] }, member] };
};

export const operationOf = (described: Described, making: Making): Node => {
  const { operation, method, components } = making;
  const { responses: _responses, parameters: _parameters, requestBody, ...rest } = described;
  const { isBodyRequired, handler, file, protocol, isInteractive, sensitive } = operation;
  const node = {
    ...rest,
    ...(isInteractive === true ? { 'x-interactive': true } : {}),
    ...(sensitive === true ? { 'x-sensitive': true } : {}),
    ...securityOf(operation),
    parameters: components.lift(parametersOf(described, making), false),
    ...(requestBody === undefined
      ? {}
      : { requestBody: bodyOf(requestBody, method === 'post' && isBodyRequired !== true, components) }),
    responses: {
      ...responsesOf(described, making),
      ...(readsEtag(operation, making.byId) ? { 304: reference('responses', 'NotModified') } : {}),
      ...errorsOf(described, making),
    },
  };
  if (protocol !== undefined) return withProtocol(node, method, protocol);
  if (file !== undefined) return withFormFile(node, file);
  if (operation.alsoSends !== undefined) return withTextFile(node, `text/${operation.alsoSends}`);
  if (handler.kind === 'receiveFile') return withReceivedFile(node, operation.takesOnly);
  return handler.kind === 'sendFile' ? withSentFile(node, operation.sendsObject === true) : node;
};

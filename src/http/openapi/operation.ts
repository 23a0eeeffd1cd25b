import type { Components } from './components.ts';
import { type FormFile, type Protocol, withFiles, withFormFile, withProtocol } from './files.ts';
import { isNode, type Json, type Node, reference } from './json.ts';
import { errorReference, headersWith } from './shared.ts';

/** An operation as Elysia describes it, with the fields of openapi-hook.ts. */
export interface Described extends Node {
  /** Absent if the response is a file. */
  responses?: { [status: string]: Node };
  parameters?: Node[];
  'x-audience'?: 'business' | 'member' | 'reader' | 'public';
  /** Whether only members may call it, and no business that acts for one. */
  'x-members-only'?: boolean;
  /** The error statuses besides the common ones. */
  'x-errors'?: number[];
  /** The query parameters that extend the contract. */
  'x-extension-parameters'?: string[];
  'x-body-required'?: boolean;
  /** Whether its path takes a slug instead of an id. */
  'x-slug'?: boolean;
  /** Whether its responses have an `ETag`. */
  'x-etag'?: boolean;
  /** Whether it obeys `If-Match`. */
  'x-if-match'?: boolean;
  'x-files'?: 'received' | 'sent';
  'x-form-file'?: FormFile;
  'x-protocol'?: Protocol;
  /** The links of its success responses. */
  'x-links'?: Node;
}

const SUCCESS: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Attempted, but failed; the response says why',
  503: 'Down; the response says which check failed',
};

const isMember = (described: Described): boolean => described['x-audience'] === 'member';

/** Whether members may call it, and business credentials too. */
const isReader = (described: Described): boolean => described['x-audience'] === 'reader';

/** Whether a business may act for the client of X-Client-ID. */
const takesClient = (described: Described): boolean =>
  described['x-members-only'] !== true && (isMember(described) || isReader(described));

const isPublic = (described: Described): boolean => described['x-audience'] === 'public';

const responsesOf = (described: Described, method: string, components: Components): Node => {
  const more = [
    ...(method === 'post' ? ['Idempotency-Replayed'] : []),
    ...(isMember(described) || isReader(described) ? ['X-RateLimit-Category'] : []),
    ...(described['x-etag'] === true ? ['ETag'] : []),
  ];
  return Object.fromEntries(
    Object.entries(described.responses ?? {}).map(([status, response]) => [
      status,
      {
        ...components.lift(response, true),
        description: SUCCESS[status] ?? 'Success',
        headers: headersWith(...more),
        ...(Object.keys(described['x-links'] ?? {}).length === 0 ? {} : { links: described['x-links'] ?? {} }),
      },
    ]),
  );
};

/** The errors of an operation: its own, and the common ones of its method, body and credential. */
const errorsOf = (described: Described, method: string): Node => {
  const own = described['x-errors'] ?? [];
  const isReading = ['get', 'head', 'options'].includes(method);
  const common = [
    ...[400, 500],
    ...(isPublic(described) ? [] : [401, 403, 429]),
    // A business may act for a client who is archived.
    ...(isReading && !takesClient(described) ? [] : [409]),
    // The provider of ID tokens may not answer.
    ...(isReading && !isMember(described) && !isReader(described) ? [] : [503]),
    ...(described['x-if-match'] === true ? [412] : []),
    ...(described.requestBody === undefined ? [] : [413, 415]),
  ];
  const statuses = [...new Set([...own, ...common])].sort((left, right) => left - right);
  return Object.fromEntries(statuses.map((status) => [String(status), errorReference(status)]));
};

/** Ids in paths are UUIDs. */
const typedParameter = (parameter: Node, takesSlug: boolean): Node => {
  if (parameter.in !== 'path' || !/^id$|Id$/.test(String(parameter.name))) return parameter;
  return takesSlug
    ? { ...parameter, description: 'The id or the slug.', schema: { type: 'string' } }
    : { ...parameter, schema: { type: 'string', format: 'uuid' } };
};

/** Marks a parameter that extends the contract. */
const withExtension = (parameter: Node, extensions: readonly string[]): Node =>
  extensions.includes(String(parameter.name)) ? { ...parameter, 'x-extension': true } : parameter;

/** The headers that say which member an operation is for. */
const memberHeaders = (described: Described): Node[] => {
  if (described['x-members-only'] === true) {
    return [reference('parameters', 'X-Site-ID'), reference('parameters', 'X-Access-Token')];
  }
  if (!isMember(described) && !isReader(described)) return [];
  return ['X-Client-ID', 'X-Site-ID-Optional', 'X-Access-Token'].map((name) => reference('parameters', name));
};

const parametersOf = (described: Described, method: string): Node[] => [
  ...(described.parameters ?? []).map((each) =>
    withExtension(typedParameter(each, described['x-slug'] === true), described['x-extension-parameters'] ?? []),
  ),
  ...(method === 'post' ? [reference('parameters', 'Idempotency-Key')] : []),
  ...(described['x-if-match'] === true ? [reference('parameters', 'If-Match')] : []),
  ...memberHeaders(described),
  reference('parameters', 'X-Service-Version'),
];

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
const securityOf = (described: Described): Node => {
  if (isPublic(described)) return { security: [] };
  if (!isMember(described) && !isReader(described)) return {};
  const member = { memberToken: [] };
  return { security: described['x-members-only'] === true ? [member] : [{ apiKey: [] }, { oauth2: [] }, member] };
};

/** The final form of an operation. */
export const operationOf = (described: Described, method: string, components: Components): Node => {
  const {
    'x-audience': _audience,
    'x-members-only': _membersOnly,
    'x-errors': _errors,
    'x-extension-parameters': _extensions,
    'x-body-required': isBodyRequired,
    'x-slug': _slug,
    'x-etag': _etag,
    'x-if-match': _ifMatch,
    'x-files': files,
    'x-form-file': form,
    'x-protocol': protocol,
    'x-links': _links,
    responses: _responses,
    parameters: _parameters,
    requestBody,
    ...rest
  } = described;
  const operation = {
    ...rest,
    ...securityOf(described),
    parameters: components.lift(parametersOf(described, method), false),
    ...(requestBody === undefined
      ? {}
      : { requestBody: bodyOf(requestBody, method === 'post' && isBodyRequired !== true, components) }),
    responses: { ...responsesOf(described, method, components), ...errorsOf(described, method) },
  };
  if (protocol !== undefined) return withProtocol(operation, method, protocol);
  if (form !== undefined) return withFormFile(operation, form);
  return files === undefined ? operation : withFiles(operation, files);
};

import type { Components } from './components.ts';
import { withFiles } from './files.ts';
import { isNode, type Json, type Node, reference } from './json.ts';
import { headersWith, refusal } from './shared.ts';

/** An operation as the routes describe it. */
export interface Described extends Node {
  /** Absent where the answer is a file. */
  responses?: { [status: string]: Node };
}

const SUCCESS: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Attempted, and failed; the answer tells how',
  503: 'Down; the answer tells what',
};

/** Under this root only members are let in; under the other one a business may act for them. */
const isMembersOnly = (path: string): boolean => path.startsWith('/public-api/');

const isMember = (described: Described): boolean => described['x-audience'] === 'member';

const isPublic = (described: Described): boolean => described['x-audience'] === 'public';

const answersOf = (described: Described, method: string, components: Components): Node => {
  const more = [
    ...(method === 'post' ? ['Idempotency-Replayed'] : []),
    ...(isMember(described) ? ['X-RateLimit-Category'] : []),
  ];
  return Object.fromEntries(
    Object.entries(described.responses ?? {}).map(([status, answer]) => [
      status,
      {
        ...(components.lift(answer, true) as Node),
        description: SUCCESS[status] ?? 'Success',
        headers: headersWith(...more),
      },
    ]),
  );
};

/** The errors an operation can answer: what it says itself, and what comes with its method, its body and its credential. */
const errorsOf = (described: Described, method: string): Node => {
  const own = (described['x-errors'] as number[] | undefined) ?? [];
  const shared = [
    ...[400, 500],
    ...(isPublic(described) ? [] : [401, 403, 429]),
    ...(method === 'get' ? [] : [409, 503]),
    ...(described.requestBody === undefined ? [] : [413, 415]),
  ];
  const statuses = [...new Set([...own, ...shared])].sort((left, right) => left - right);
  return Object.fromEntries(statuses.map((status) => [String(status), refusal(status)]));
};

/** Ids in paths are UUIDs. */
const typedParameter = (parameter: Node): Node =>
  parameter.in === 'path' && /^id$|Id$/.test(String(parameter.name))
    ? { ...parameter, schema: { type: 'string', format: 'uuid' } }
    : parameter;

/** Says of a parameter that it is our own, inside the interface's paths. */
const marked = (parameter: Node, added: readonly string[], path: string): Node =>
  path.startsWith('/v2/') && added.includes(String(parameter.name)) ? { ...parameter, 'x-extension': true } : parameter;

const parametersOf = (described: Node, method: string, path: string): Node[] => [
  ...((described.parameters as Node[] | undefined) ?? []).map((each) =>
    marked(typedParameter(each), (described['x-added'] as string[] | undefined) ?? [], path),
  ),
  ...(method === 'post' ? [reference('parameters', 'Idempotency-Key')] : []),
  ...(isMembersOnly(path) ? [reference('parameters', 'X-Site-ID')] : []),
  reference('parameters', 'X-Service-Version'),
];

/** A body is JSON; an action whose fields are all optional can be sent without one, unless it says otherwise. */
const bodyOf = (body: Json, isOptional: boolean, components: Components): Node => {
  const content = isNode(body) && isNode(body.content) ? body.content['application/json'] : undefined;
  const schema = isNode(content) && isNode(content.schema) ? content.schema : {};
  const needsNothing = schema.required === undefined || (schema.required as Json[]).length === 0;
  return {
    required: !(isOptional && needsNothing),
    content: { 'application/json': { schema: components.lift(schema, false) } },
  };
};

/** Nothing where the document's own requirement holds. */
const securityOf = (described: Described, path: string): Node => {
  if (isPublic(described)) return { security: [] };
  if (!isMember(described)) return {};
  const member = { memberToken: [] };
  return { security: isMembersOnly(path) ? [member] : [member, { apiKey: [] }, { oauth2: [] }] };
};

/** An operation in its final form. */
export const operationOf = (described: Described, method: string, path: string, components: Components): Node => {
  const {
    'x-audience': _audience,
    'x-errors': _errors,
    'x-added': _added,
    'x-body-required': isBodyRequired,
    'x-files': files,
    ...told
  } = described;
  const { responses: _responses, ...kept } = told;
  const { parameters: _parameters, requestBody, ...rest } = kept;
  const operation = {
    ...rest,
    ...securityOf(described, path),
    parameters: components.lift(parametersOf(described, method, path), false),
    ...(requestBody === undefined
      ? {}
      : { requestBody: bodyOf(requestBody, method === 'post' && isBodyRequired !== true, components) }),
    responses: { ...answersOf(described, method, components), ...errorsOf(described, method) },
  };
  return files === undefined ? operation : withFiles(operation, files as 'received' | 'sent');
};

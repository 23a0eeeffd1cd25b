import type { RequestExample } from '../operations/example.ts';
import { isNode, type Json, type Node, nodeOf } from './json.ts';

export type Examples = Readonly<Record<string, RequestExample>>;

/** The links of the responses of an operation: operations that can follow with a value of the response. */
export const linksOf = (examples: Examples, from: string): Node => {
  const links = Object.entries(examples).flatMap(([operationId, { path = {} }]) => {
    const parameters = Object.entries(path).flatMap(([name, value]) =>
      typeof value !== 'string' && value.operation === from ? [[name, `$response.body#${value.pointer}`] as const] : [],
    );
    return parameters.length === 0 ? [] : [[operationId, { operationId, parameters: Object.fromEntries(parameters) }]];
  });
  return Object.fromEntries(links);
};

const withValue = (parameter: Json, { path = {}, query = {} }: RequestExample): Json => {
  if (!isNode(parameter)) return parameter;
  const name = String(parameter.name);
  const value = parameter.in === 'path' ? path[name] : parameter.in === 'query' ? query[name] : undefined;
  if (value === undefined) return parameter;
  if (typeof value === 'object' && 'operation' in value) return { ...parameter, example: value.example };
  return { ...parameter, example: typeof value === 'string' ? value : [...value] };
};

const withBody = (requestBody: Node, { body, csv }: RequestExample): Node => {
  const content = isNode(requestBody.content) ? requestBody.content : {};
  const examples: Readonly<Record<string, Json | undefined>> = {
    'application/json': body === undefined ? undefined : nodeOf(body),
    'text/csv': csv,
  };
  const filled = Object.entries(content).map(([type, media]) => {
    const example = examples[type];
    return [type, isNode(media) && example !== undefined ? { ...media, example } : media];
  });
  return { ...requestBody, content: Object.fromEntries(filled) };
};

export const withExample = (operation: Node, example: RequestExample): Node => {
  const { parameters, requestBody } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters) ? { parameters: parameters.map((each) => withValue(each, example)) } : {}),
    ...(isNode(requestBody) ? { requestBody: withBody(requestBody, example) } : {}),
  };
};

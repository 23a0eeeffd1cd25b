import { successSchemas } from '../operations/handlers/dry-run.ts';
import type { Operation } from '../operations/operation.ts';
import { isNode, type Node, nodeOf } from './json.ts';
import type { Described } from './operation.ts';

const JSON_TYPE = 'application/json';

const withSchema = (described: Node, schema: object | undefined): Node => {
  const content = isNode(described.content) ? described.content : {};
  if (schema === undefined || content[JSON_TYPE] === undefined) return described;
  return { ...described, content: { [JSON_TYPE]: { schema: nodeOf(schema) } } };
};

/** Elysia's description of an operation with the operation's own schemas: Elysia drops descriptions of enumerations. */
export const withOwnSchemas = (described: Described, operation: Operation): Described => {
  const { query, body } = operation;
  const answers: Readonly<Record<string, object | undefined>> = successSchemas(operation);
  const { parameters, requestBody, responses } = described;
  return {
    ...described,
    ...(parameters === undefined
      ? {}
      : {
          parameters: parameters.map((parameter) => {
            const schema = parameter.in === 'query' ? query?.properties[String(parameter.name)] : undefined;
            return schema === undefined ? parameter : { ...parameter, schema: nodeOf(schema) };
          }),
        }),
    ...(isNode(requestBody) ? { requestBody: withSchema(requestBody, body) } : {}),
    ...(responses === undefined
      ? {}
      : {
          responses: Object.fromEntries(
            Object.entries(responses).map(([code, response]) => [code, withSchema(response, answers[code])]),
          ),
        }),
  };
};

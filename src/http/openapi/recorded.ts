import { RecordedAnswer } from '../operations/example.ts';
import type { Operation } from '../operations/operation.ts';
import { isNode, type Json, type Node, nodeOf } from './json.ts';

export interface RecordedResponse {
  /** The id of the operation; of an error the name of its response in the components. */
  readonly of: string;
  readonly status: number;
  readonly type: string;
  readonly body: Json;
}

export type Responses = readonly RecordedResponse[];

const JSON_TYPE = 'application/json';

/** The responses that operations declare. @param recorded those of others that they may refer to */
export const declaredResponses = (operations: readonly Operation[], recorded: Responses): Responses =>
  operations.flatMap(({ id, answers = {} }) =>
    Object.entries(answers).map(([status, answer]) => {
      if (!(answer instanceof RecordedAnswer))
        return { of: id, status: Number(status), type: JSON_TYPE, body: nodeOf(answer) };
      const same = recorded.find(({ of, status }) => of === answer.operation && status === answer.status);
      if (same === undefined) throw new Error(`${id} has the response of '${answer.operation}', which has none`);
      return { ...same, of: id, status: Number(status) };
    }),
  );

/** A response with its recorded responses: an error has one for each of its codes, a change one for its dry run too. */
const withResponses = (response: Json, recorded: Responses): Json => {
  if (!isNode(response) || !isNode(response.content)) return response;
  const content = Object.entries(response.content).map(([type, media]): [string, Json] => {
    const own = recorded.filter((each) => each.type === type);
    const [first] = own;
    if (!isNode(media) || first === undefined) return [type, media];
    if (own.length === 1) return [type, { ...media, example: first.body }];
    return [type, { ...media, examples: Object.fromEntries(own.map(({ body }) => [nameOf(body), { value: body }])) }];
  });
  return { ...response, content: Object.fromEntries(content) };
};

const nameOf = (body: Json): string => {
  if (!isNode(body)) return '';
  return isNode(body.error) ? String(body.error.code) : String(body.object);
};

export const withSuccess = (operation: Node, id: string, recorded: Responses): Node => {
  const own = recorded.filter((each) => each.of === id);
  if (own.length === 0 || !isNode(operation.responses)) return operation;
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Json] => [
    status,
    withResponses(
      response,
      own.filter((each) => String(each.status) === status),
    ),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
};

export const withErrors = (responses: Node, recorded: Responses): Node =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]): [string, Json] => [
      name,
      withResponses(
        response,
        recorded.filter((each) => each.of === name),
      ),
    ]),
  );

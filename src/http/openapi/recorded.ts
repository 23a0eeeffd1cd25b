import { isNode, type Json, type Node } from './json.ts';

export interface RecordedResponse {
  /** The id of the operation; of an error the name of its response in the components. */
  readonly of: string;
  readonly status: number;
  readonly type: string;
  readonly body: Json;
}

export type Responses = readonly RecordedResponse[];

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

import { isNode, type Json, type Node } from './json.ts';

/** An answer of the demo studio. */
export interface RecordedAnswer {
  /** The id of the operation; of an error the name of its response in the components. */
  readonly of: string;
  readonly status: number;
  readonly type: string;
  readonly body: Json;
}

export type Answers = readonly RecordedAnswer[];

/** A response with its recorded answers. An error has one for each of its codes. */
const withAnswers = (response: Json, answers: Answers): Json => {
  if (!isNode(response) || !isNode(response.content)) return response;
  const content = Object.entries(response.content).map(([type, media]): [string, Json] => {
    const own = answers.filter((each) => each.type === type);
    const [first] = own;
    if (!isNode(media) || first === undefined) return [type, media];
    if (own.length === 1) return [type, { ...media, example: first.body }];
    return [type, { ...media, examples: Object.fromEntries(own.map(({ body }) => [codeOf(body), { value: body }])) }];
  });
  return { ...response, content: Object.fromEntries(content) };
};

const codeOf = (body: Json): string => (isNode(body) && isNode(body.error) ? String(body.error.code) : '');

/** An operation in its final form with the answers to its example. */
export const withSuccess = (operation: Node, id: string, answers: Answers): Node => {
  const own = answers.filter((each) => each.of === id);
  if (own.length === 0 || !isNode(operation.responses)) return operation;
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Json] => [
    status,
    withAnswers(
      response,
      own.filter((each) => String(each.status) === status),
    ),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
};

/** The error responses of all operations with recorded answers. */
export const withErrors = (responses: Node, answers: Answers): Node =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]): [string, Json] => [
      name,
      withAnswers(
        response,
        answers.filter((each) => each.of === name),
      ),
    ]),
  );

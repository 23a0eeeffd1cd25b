import { isNode, type Node } from './json.ts';
import { headersWith } from './shared.ts';

const RECORDS: Node = { type: 'array', items: { type: 'object' } };
const TEXT: Node = { type: 'string', description: 'RFC 4180, with a header row of field names.' };

const contentOf = (kinds: readonly string[]): Node =>
  Object.fromEntries(kinds.map((kind) => [kind, { schema: kind === 'text/csv' ? TEXT : RECORDS }]));

/** What `fileOperations` says of the kinds of file that an operation takes or sends. */
export interface Files {
  readonly takes?: readonly string[];
  readonly sends?: readonly string[];
}

/** An operation in its final form, with the files it takes or sends. */
export const withFiles = (operation: Node, { takes, sends }: Files): Node => {
  const { responses } = operation;
  const answers = isNode(responses) ? responses : {};
  return {
    ...operation,
    ...(takes === undefined ? {} : { requestBody: { required: true, content: contentOf(takes) } }),
    ...(sends === undefined
      ? {}
      : {
          responses: {
            ...answers,
            200: { description: 'The file', headers: headersWith(), content: contentOf(sends) },
          },
        }),
  };
};

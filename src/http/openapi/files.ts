import { isNode, type Node } from './json.ts';
import { headersWith } from './shared.ts';

const RECORDS: Node = { type: 'array', items: { type: 'object' } };
const TEXT: Node = { type: 'string', description: 'RFC 4180, with a header row of field names.' };

const CONTENT: Node = { 'text/csv': { schema: TEXT }, 'application/json': { schema: RECORDS } };

/** An operation in its final form, with the file that it receives or sends. */
export const withFiles = (operation: Node, files: 'received' | 'sent'): Node => {
  if (files === 'received') return { ...operation, requestBody: { required: true, content: CONTENT } };
  const { responses } = operation;
  const answers = isNode(responses) ? responses : {};
  const file = { description: 'The file', headers: headersWith(), content: CONTENT };
  return { ...operation, responses: { ...answers, 200: file } };
};

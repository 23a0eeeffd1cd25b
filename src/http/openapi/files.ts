import { isNode, type Node } from './json.ts';
import { headersWith } from './shared.ts';

const RECORDS: Node = { type: 'array', items: { type: 'object' } };
const TEXT: Node = { type: 'string', description: 'CSV (RFC 4180) with a header row of field names.' };

const CONTENT: Node = { 'text/csv': { schema: TEXT }, 'application/json': { schema: RECORDS } };

/** Adds the file that an operation receives or sends to its final form. */
export const withFiles = (operation: Node, files: 'received' | 'sent'): Node => {
  if (files === 'received') return { ...operation, requestBody: { required: true, content: CONTENT } };
  const { responses } = operation;
  const others = isNode(responses) ? responses : {};
  const file = { description: 'The file', headers: headersWith(), content: CONTENT };
  return { ...operation, responses: { ...others, 200: file } };
};

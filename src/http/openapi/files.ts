import type { FormFileSpec } from '../operations/forms.ts';
import type { ProtocolSpec } from '../operations/operation.ts';
import { isNode, type Json, type Node } from './json.ts';
import { headersWith } from './shared.ts';

const TEXT_SCHEMA: Node = { type: 'string' };
const RECORDS: Node = { type: 'array', items: { type: 'object' } };
const TEXT: Node = { type: 'string', description: 'CSV (RFC 4180) with a header row of field names.' };

const CONTENT: Node = { 'text/csv': { schema: TEXT }, 'application/json': { schema: RECORDS } };

/** Adds the file that an operation receives or sends to its final form. */
export const withFiles = (operation: Node, kind: 'receiveFile' | 'sendFile'): Node => {
  if (kind === 'receiveFile') return { ...operation, requestBody: { required: true, content: CONTENT } };
  const { responses } = operation;
  const others = isNode(responses) ? responses : {};
  const name: Node = { description: 'The name of the file.', schema: TEXT_SCHEMA };
  const headers: Node = { ...headersWith(), 'Content-Disposition': name };
  const file: Node = { description: 'The file', headers, content: CONTENT };
  return { ...operation, responses: { ...others, 200: file } };
};

/** Adds the multipart form that an operation takes instead of JSON. */
export const withFormFile = (operation: Node, { part, maxBytes, description }: FormFileSpec): Node => {
  const { requestBody } = operation;
  const content = isNode(requestBody) && isNode(requestBody.content) ? requestBody.content : {};
  const file: Node = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `${description} At most ${maxBytes} bytes. The fields of the JSON body can be parts beside it.`,
  };
  const schema: Node = { type: 'object', required: [part], properties: { [part]: file } };
  return { ...operation, requestBody: { required: true, content: { ...content, 'multipart/form-data': { schema } } } };
};

const SUCCESS: Readonly<Record<string, readonly [status: string, description: string]>> = {
  post: ['201', 'Created'],
  head: ['200', 'Success'],
};
const NO_CONTENT = ['204', 'Success'] as const;

/** Adds the headers and the bytes of a protocol. */
export const withProtocol = (operation: Node, method: string, protocol: ProtocolSpec): Node => {
  const { parameters, responses } = operation;
  const own = Object.entries(protocol.request).map(([name, description]): Json => {
    const required = name.endsWith('*');
    return { name: name.replace('*', ''), in: 'header', required, description, schema: TEXT_SCHEMA };
  });
  const [status, description] = SUCCESS[method] ?? NO_CONTENT;
  const headers = Object.entries(protocol.response).map(([name, text]) => [
    name,
    { description: text, schema: TEXT_SCHEMA },
  ]);
  const common = headersWith(...(method === 'post' ? ['Idempotency-Replayed'] : []));
  const success: Node = { description, headers: { ...common, ...Object.fromEntries(headers) } };
  return {
    ...operation,
    parameters: [...(Array.isArray(parameters) ? parameters : []), ...own],
    ...(protocol.receives === undefined
      ? {}
      : { requestBody: { required: method !== 'post', content: { [protocol.receives]: {} } } }),
    responses: { [status]: success, ...(isNode(responses) ? responses : {}) },
    'x-protocol': protocol.name,
  };
};

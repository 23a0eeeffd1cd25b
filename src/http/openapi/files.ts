import type { FileFormat } from '../operations/files.ts';
import type { FormFileSpec } from '../operations/forms.ts';
import type { ProtocolSpec } from '../operations/protocol.ts';
import { isNode, type Json, type Node } from './json.ts';
import { headersWith } from './shared.ts';

const TEXT_SCHEMA: Node = { type: 'string' };
const RECORDS: Node = { type: 'array', items: { type: 'object' } };
const TEXT: Node = { type: 'string', description: 'CSV (RFC 4180) with a header row of field names.' };

const CONTENT: Node = { 'text/csv': { schema: TEXT }, 'application/json': { schema: RECORDS } };

const OBJECT_CONTENT: Node = { 'application/json': { schema: { type: 'object' } } };

export const withReceivedFile = (operation: Node, only: FileFormat | undefined): Node => {
  const { 'application/json': _json, ...csv } = CONTENT;
  const content = only === 'csv' ? csv : CONTENT;
  return { ...operation, requestBody: { required: true, content } };
};

export const withSentFile = (operation: Node, isObject: boolean): Node => {
  const { responses } = operation;
  const others = isNode(responses) ? responses : {};
  const name: Node = { description: 'The name of the file.', schema: TEXT_SCHEMA };
  const headers: Node = { ...headersWith(), 'Content-Disposition': name };
  const file: Node = { description: 'The file', headers, content: isObject ? OBJECT_CONTENT : CONTENT };
  return { ...operation, responses: { ...others, 200: file } };
};

export const withTextFile = (operation: Node, type: string): Node => {
  const { responses } = operation;
  const others = isNode(responses) ? responses : {};
  const success = isNode(others[200]) ? others[200] : {};
  const content = { ...(isNode(success.content) ? success.content : {}), [type]: { schema: TEXT } };
  return { ...operation, responses: { ...others, 200: { ...success, content } } };
};

export const withFormFile = (operation: Node, { part, maxBytes, description }: FormFileSpec): Node => {
  const { requestBody } = operation;
  const content = isNode(requestBody) && isNode(requestBody.content) ? requestBody.content : {};
  const file: Node = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `${description} At most ${maxBytes} bytes. The fields of the JSON body can be sent as further parts.`,
  };
  const schema: Node = { type: 'object', required: [part], properties: { [part]: file } };
  return { ...operation, requestBody: { required: true, content: { ...content, 'multipart/form-data': { schema } } } };
};

const SUCCESS: Readonly<Record<string, readonly [status: string, description: string]>> = {
  post: ['201', 'Created'],
  head: ['200', 'Success'],
};
const NO_CONTENT = ['204', 'Success'] as const;
const OK = ['200', 'Success'] as const;

export const withProtocol = (operation: Node, method: string, protocol: ProtocolSpec): Node => {
  const { parameters, responses } = operation;
  const own = Object.entries(protocol.request).map(([name, description]): Json => {
    const required = name.endsWith('*');
    return { name: name.replace('*', ''), in: 'header', required, description, schema: TEXT_SCHEMA };
  });
  const { sends } = protocol;
  const [status, description] = SUCCESS[method] ?? (sends === undefined ? NO_CONTENT : OK);
  const headers = Object.entries(protocol.response).map(([name, text]) => [
    name,
    { description: text, schema: TEXT_SCHEMA },
  ]);
  const common = headersWith(...(method === 'post' ? ['Idempotency-Replayed'] : []));
  const success: Node = {
    description,
    headers: { ...common, ...Object.fromEntries(headers) },
    ...(sends === undefined ? {} : { content: { [sends]: { schema: TEXT_SCHEMA } } }),
  };
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

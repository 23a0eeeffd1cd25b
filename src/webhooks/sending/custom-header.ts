const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable ASCII with inner spaces and tabs, which every server parses alike. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const MAX_VALUE_LENGTH = 4096;

/** Headers that the delivery sets itself, and those that frame the message or belong to the connection. */
const RESERVED = new Set([
  'host',
  'content-type',
  'content-length',
  'authorization',
  'transfer-encoding',
  'content-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
]);

/** Why a custom header is not allowed (records.md "Webhook endpoint"), or undefined when it is. */
export const customHeaderProblem = (name: string, value: string): string | undefined => {
  if (!NAME.test(name)) return `'${name}' is not a valid HTTP header name. Use letters, digits and hyphens.`;
  const lower = name.toLowerCase();
  if (RESERVED.has(lower)) return `The header '${name}' is set by the delivery itself. Choose another name.`;
  if (lower.startsWith('x-service-')) return "Names that start with 'X-Service-' are reserved. Choose another name.";
  if (value.length > MAX_VALUE_LENGTH)
    return `The header's value is longer than ${MAX_VALUE_LENGTH} characters. Shorten it.`;
  if (!VALUE.test(value)) return "The header's value must be printable ASCII without line breaks or outer spaces.";
  return undefined;
};

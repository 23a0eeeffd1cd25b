import { errorCodes } from '../../src/http/codes/error-codes.ts';
import type { Misframed } from './studio.ts';

/** What a response was, as far as it is judged. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Files may be as large as what they have. */
  readonly isFile: boolean;
}

const MIB = 1_048_576;
const MAX_ITEMS = 100;
/** The runtime refuses trailers with a 400 of its own, also where its response has begun, and closes the connection. */
const OWN_REFUSAL = /^'HTTP\/1\.1 400 Bad Request' is no header/;
/** What the runtime says where address and headers have more than 16 KiB. */
const HEAD_TOO_LARGE = 431;
/** What the runtime says where the first line does not end with a version of HTTP that it knows. */
const HTTP_VERSION_NOT_SUPPORTED = 505;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** What is wrong with the body of an error. */
const errorFaults = ({ status, headers, text }: Received): string[] => {
  const body = parsed(text);
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(error)) return [`${status} without an error envelope`];
  const group = errorCodes.find((each) => each.status === status);
  const codes = group?.codes.map(([code]) => code) ?? [];
  const faults: string[] = [];
  if (group === undefined) faults.push(`${status} is no declared status`);
  if (group !== undefined && error.type !== group.type) faults.push(`${status} with the type ${String(error.type)}`);
  if (group !== undefined && !codes.includes(String(error.code)))
    faults.push(`${status} ${String(error.code)} is not declared`);
  if (!isText(error.message) || !isText(error.docUrl)) faults.push(`${status} without a message or docUrl`);
  // A replayed body has the id of the request that made it.
  const isReplay = headers.get('idempotency-replayed') === 'true';
  if (!isText(error.requestId) || (!isReplay && error.requestId !== headers.get('x-request-id')))
    faults.push(`${status} without the request id of its header`);
  if (/SQLITE|\.ts:\d|\n\s+at /.test(text)) faults.push(`${status} tells internals`);
  return faults;
};

/** What is wrong with the size of a response: no list has more than 100 records, and nothing else more than 1 MiB. */
const sizeFaults = ({ text, isFile }: Received): string[] => {
  if (text.length <= MIB || isFile) return [];
  const body = parsed(text);
  if (!isRecord(body) || body.object !== 'list' || !Array.isArray(body.data))
    return [`an answer of ${text.length} characters`];
  if (body.data.length > MAX_ITEMS) return [`a list of ${body.data.length} records`];
  const largest = Math.max(...body.data.map((each) => JSON.stringify(each).length));
  return largest > MIB ? [`a list with a record of ${largest} characters`] : [];
};

/** What is wrong with a response; nothing for a good one. */
export const faultsOf = (received: Received): string[] => {
  const { status, headers, text } = received;
  if (status === HEAD_TOO_LARGE && text === '') return [];
  const faults = [...sizeFaults(received)];
  if (status >= 400 && text !== '') faults.push(...errorFaults(received));
  if (headers.get('x-request-id') === null) faults.push(`${status} without X-Request-ID`);
  // 503 is a response of the interface, but nothing here makes the database busy or the processor unreachable.
  if (status >= 500) faults.push(`it answered ${status}`);
  return faults;
};

/**
 * What is wrong with the response to bytes that HTTP does not want. The server may close the connection, or refuse them
 * without a body: then they were no request that anything could answer.
 */
export const faultsOfMisframed = ({ name, sent, problem }: Misframed): string[] => {
  if (problem !== undefined) return OWN_REFUSAL.test(problem) ? [] : [`${name}: ${problem}`];
  if (sent === undefined) return [];
  const isRefused = (sent.status >= 400 && sent.status < 500) || sent.status === HTTP_VERSION_NOT_SUPPORTED;
  if (isRefused && sent.text === '') return [];
  return faultsOf({ ...sent, isFile: sent.headers.has('content-disposition') }).map((fault) => `${name}: ${fault}`);
};

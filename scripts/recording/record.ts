import type { RecordedResponse } from '../../src/http/openapi/recorded.ts';
import { METHODS, SESSIONS } from '../../src/resources/demo-ids.ts';
import { SANDBOX_KEY } from '../../src/sandbox/demo/credentials.ts';
import {
  type DocumentOperation,
  isExemplary,
  operationsOf,
  prefilled,
  schemesOf,
} from '../../test/helpers/prefilled.ts';
import { errors, requestOf } from './errors.ts';
import { openStudio, type RecordedStudio } from './studio.ts';

/** The most items of a list in a response. */
const MAX_ITEMS = 2;

/** The value with only the first items of its lists. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
};

/** A header row and a record. */
const CSV_LINES = 2;

const bodyOf = (type: string, text: string): unknown =>
  type === 'application/json' ? shortened(JSON.parse(text)) : `${text.split('\n').slice(0, CSV_LINES).join('\n')}\n`;

const line = (of: string, status: number, type: string, text: string): string =>
  JSON.stringify({ of, status, type, body: bodyOf(type, text) } as RecordedResponse);

/** Operations that say before they change anything what they would do, in JSON. */
const hasDryRun = ({ parameters, path }: DocumentOperation): boolean =>
  path !== '/manage/imports' && parameters.some(({ name }) => name === 'dry_run');

/** Operations whose second response has another status than the first. */
const isRepeated = (operation: DocumentOperation): boolean => {
  const { responses, method } = operation;
  return ['POST', 'PUT'].includes(method) && '200' in responses && '201' in responses && !hasDryRun(operation);
};

/** The saved cards pay only after their holders have approved it. */
const APPROVED_ONLY = `update "sandboxProcessor" set "body" = json_set("body", '$.onCharge', 'require_action') where "kind" = 'card'`;

/** The body of an operation that is approved only where the request is for that, and what it needs in the database. */
const APPROVED: Readonly<Record<string, { readonly body: object; readonly sql: string }>> = {
  createMemberBooking: {
    body: { sessionId: SESSIONS.yin, paymentMethodId: METHODS.visa, returnUrl: null },
    sql: `update "sessions" set "dropInPrice" = '{"amount":2200,"currency":"USD"}' where "id" = '${SESSIONS.yin}'`,
  },
};

const failing = { path: '/v2/webhooks/{id}', url: '/sandbox/inbox/demo?respond=500' };

/** Records the responses of an operation to its example: a success of each status and content type. */
const recordOperation = async (studio: RecordedStudio, operation: DocumentOperation): Promise<string[]> => {
  const [scheme = 'none'] = schemesOf(operation);
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const { rootUrl } = studio;
  let memberToken = await studio.reset();
  const send = (query: Record<string, string> = {}, sent?: object) => {
    const { url, init } = prefilled(operation, { rootUrl, scheme, type, apiKey: SANDBOX_KEY, memberToken });
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return studio.send(url, sent === undefined ? init : { ...init, body: JSON.stringify(sent) });
  };
  const takesLimit = operation.parameters.some(({ name, example }) => name === 'limit' && example === undefined);
  const tried = hasDryRun(operation) ? [await send({ dry_run: 'true' })] : [];
  const first = await send(takesLimit ? { limit: '1' } : {});
  const answers = [first, ...tried];
  if (isRepeated(operation)) answers.push(await send());
  if (operation.parameters.some(({ name }) => name === 'format')) answers.push(await send({ format: 'json' }));
  if ('202' in operation.responses) {
    memberToken = await studio.reset();
    const id = operation.parameters.find(({ name }) => name === 'id')?.example;
    const body = JSON.stringify({ url: rootUrl + failing.url });
    const headers = { 'x-service-api-key': SANDBOX_KEY, 'content-type': 'application/json' };
    await studio.send(rootUrl + failing.path.replace('{id}', String(id)), { method: 'PATCH', headers, body });
    studio.database.run(APPROVED_ONLY);
    const approved = APPROVED[operation.operationId];
    if (approved !== undefined) studio.database.run(approved.sql);
    answers.push(await send({}, approved?.body));
  }
  for (const { status, text } of answers) {
    if (status >= 300) throw new Error(`${operation.operationId}: ${status} ${text}`);
  }
  return answers.map(({ status, type: answered, text }) => line(operation.operationId, status, answered, text));
};

const recordErrors = async (studio: RecordedStudio): Promise<string[]> => {
  const lines: string[] = [];
  for (const [name, all] of Object.entries(errors)) {
    for (const wrong of all) {
      await studio.reset();
      const send = (each: typeof wrong) => {
        const { url, init } = requestOf(studio, each);
        return studio.send(url, init);
      };
      await wrong.before?.(studio, send);
      const { status, type, text } = await send(wrong);
      wrong.after?.(studio);
      if (status < 400) throw new Error(`${name}: ${status} ${text}`);
      lines.push(line(name, status, type, text));
    }
  }
  return lines;
};

/**
 * Records what the demo studio answers to every example, and the common errors: one line of JSON for each.
 * @param everyWrite records only one of so many writes, each of which starts the sandbox again.
 */
export const recordResponses = async (everyWrite = 1): Promise<string> => {
  const studio = await openStudio();
  try {
    const errorLines = await recordErrors(studio);
    const operations = (await operationsOf()).filter(isExemplary);
    const lines = new Map<DocumentOperation, string[]>();
    // Reads come first: the sandbox starts again after writes only.
    const isRead = ({ method }: DocumentOperation) => method === 'GET';
    const writes = operations.filter((operation) => !isRead(operation));
    for (const operation of [...operations.filter(isRead), ...writes.filter((_, at) => at % everyWrite === 0)]) {
      lines.set(operation, await recordOperation(studio, operation));
    }
    return `${[...errorLines, ...operations.flatMap((operation) => lines.get(operation) ?? [])].join('\n')}\n`;
  } finally {
    await studio.stop();
  }
};

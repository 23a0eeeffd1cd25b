import type { ListedOperation } from '../http/docs/contents.ts';
import { isNode, type Node } from '../http/openapi/json.ts';
import { SANDBOX_ANSWERS } from './answers.ts';
import { DEMO_CHARGE, DEMO_SETUPS } from './demo/card.ts';
import { CLIENTS } from './demo/clients.ts';

/** An operation of the sandbox, with what the OpenAPI document says of it besides. */
interface SandboxOperation extends Omit<ListedOperation, 'tag'> {
  readonly body?: Node;
  /** The content type of the answer, if it is not JSON. */
  readonly answers?: string;
  /** The query parameters: name, type and meaning. */
  readonly query?: readonly (readonly [name: string, type: 'string' | 'integer' | 'boolean', meaning: string])[];
}

const TAG = {
  name: 'Sandbox',
  description: 'The clock, the inbox, the mailbox and the rest of a sandbox. No credential is needed.',
};

const INBOX = '/sandbox/inbox/{name}';
const MAILBOX = '/sandbox/mailbox';
const PUSHES = '/sandbox/pushes';
const CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2099, cvc: '123' };
const KEYS = { publishableKey: 'pk_test_sandbox' };

const OPERATIONS: readonly SandboxOperation[] = [
  {
    id: 'getSandboxClock',
    method: 'GET',
    path: '/sandbox/clock',
    summary: 'Retrieve the sandbox clock',
    description: 'The mode says whether the clock is running or fixed.',
  },
  {
    id: 'moveSandboxClock',
    method: 'POST',
    path: '/sandbox/clock',
    summary: 'Move the clock forward',
    description:
      'By a duration (`advance`), or to a time (`at`). Everything that becomes due happens before the response.',
    body: { advance: 'PT61S' },
  },
  {
    id: 'resetSandbox',
    method: 'POST',
    path: '/sandbox/reset',
    summary: 'Reset the demo studio',
    description: 'Discards all changes. Returns the IDs of the new demo studio.',
  },
  {
    id: 'createSandboxMemberToken',
    method: 'POST',
    path: '/sandbox/member-token',
    summary: 'Create an ID token for a member',
    description: "Signed by the sandbox's own provider. Valid for an hour, or for `expiresIn` seconds.",
    body: { clientId: CLIENTS[0]?.id ?? '' },
  },
  {
    id: 'signInToSandbox',
    method: 'POST',
    path: '/sandbox/sign-in',
    summary: 'Sign in to the console or the member site',
    description:
      'Signs the browser in without a password, as a staff member of the demo studio: `owner`, `front_desk`, or ' +
      '`instructor`. `member` signs in to the member site, as the client `clientId`, or else as the member in the ready line.',
    body: { role: 'owner' },
  },
  {
    id: 'listSandboxEvents',
    method: 'GET',
    path: '/sandbox/events',
    summary: 'List events',
    description: 'Returns all events, newest first, whether or not a webhook subscribes to them.',
    query: [['type', 'string', 'Only return events of this type.']],
  },
  {
    id: 'receiveInSandboxInbox',
    method: 'POST',
    path: INBOX,
    summary: 'Receive a webhook in the inbox',
    description: 'Register this URL as a webhook. Its query determines how the inbox responds.',
    query: [
      ['respond', 'integer', 'The status of the response.'],
      ['times', 'integer', 'The number of requests that get this response. Later requests get 200.'],
      ['hang', 'boolean', 'Whether to not respond at all.'],
      ['redirect', 'string', 'The URL to redirect to.'],
    ],
    body: { hello: 'inbox' },
  },
  {
    id: 'listSandboxInbox',
    method: 'GET',
    path: INBOX,
    summary: 'List what the inbox received',
    description: 'Returns messages with their headers and raw bodies, oldest first.',
    query: [['wait', 'integer', 'The number of seconds to wait for the first message, up to 30.']],
  },
  {
    id: 'emptySandboxInbox',
    method: 'DELETE',
    path: INBOX,
    summary: 'Empty the inbox',
    description: 'Deletes its messages.',
  },
  {
    id: 'listSandboxMails',
    method: 'GET',
    path: MAILBOX,
    summary: 'List the emails the studio has sent',
    description: 'Returns the oldest first. Browsers get a page.',
    query: [['wait', 'integer', 'The number of seconds to wait for the first email, up to 30.']],
  },
  {
    id: 'emptySandboxMailbox',
    method: 'DELETE',
    path: MAILBOX,
    summary: 'Empty the mailbox',
    description: 'Deletes its emails.',
  },
  {
    id: 'getSandboxMail',
    method: 'GET',
    path: `${MAILBOX}/{id}`,
    summary: 'Retrieve an email',
    description: 'Its HTML, text, and appointment. Browsers get a page.',
  },
  {
    id: 'getSandboxRawMail',
    method: 'GET',
    path: `${MAILBOX}/{id}/raw`,
    summary: 'Retrieve an email as its recipient gets it',
    description: 'As message/rfc822, with its headers and parts.',
    answers: 'message/rfc822',
  },
  {
    id: 'listSandboxPushes',
    method: 'GET',
    path: PUSHES,
    summary: 'List the push notifications the studio has sent',
    description:
      'Returns the oldest first, as devices show them and as their push services get them. Nothing is sent to hosts ' +
      'such as push.example.com: subscribe with one to try it without a browser.',
    query: [['wait', 'integer', 'The number of seconds to wait for the first one, up to 30.']],
  },
  {
    id: 'emptySandboxPushes',
    method: 'DELETE',
    path: PUSHES,
    summary: 'Empty the list of push notifications',
    description: 'Deletes them.',
  },
  {
    id: 'confirmSandboxCard',
    method: 'POST',
    path: '/sandbox/processor/setups/confirm',
    summary: "Confirm a card on the member's device",
    description: "Stands in for the processor's script. 4000 0000 0000 0002 is declined.",
    body: { ...KEYS, clientSecret: DEMO_SETUPS.toConfirm.secret, card: CARD },
  },
  {
    id: 'approveSandboxCard',
    method: 'POST',
    path: '/sandbox/processor/setups/approve',
    summary: 'Approve a card with its bank',
    description: 'For cards such as 4000 0025 0000 3155, whose bank requires approval.',
    body: { ...KEYS, clientSecret: DEMO_SETUPS.toApprove.secret },
  },
  {
    id: 'decideSandboxCharge',
    method: 'POST',
    path: '/sandbox/processor/charges/decide',
    summary: 'Approve or decline a payment with its bank',
    description: 'For cards such as 4000 0027 6000 3184, whose bank requires approval of each payment.',
    body: { ...KEYS, clientSecret: DEMO_CHARGE.secret, approved: true },
  },
];

const OBJECT: Node = { type: 'object' };

const EXAMPLES: Readonly<Record<string, string>> = { name: 'mine', id: 'mail_1' };

const contentOf = ({ id, answers = 'application/json' }: SandboxOperation): Node => {
  const example = SANDBOX_ANSWERS[id];
  if (example === undefined) return { [answers]: { schema: { type: 'string' } } };
  return { [answers]: { schema: OBJECT, example } };
};

const describe = (operation: SandboxOperation): Node => {
  const { id, path, summary, description, body, query = [] } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Node => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      example: EXAMPLES[name] ?? '',
    }),
  );
  const inQuery = query.map(
    ([name, type, meaning]): Node => ({ name, in: 'query', description: meaning, schema: { type } }),
  );
  return {
    operationId: id,
    summary,
    description,
    tags: [TAG.name],
    security: [],
    parameters: [...inPath, ...inQuery],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: OBJECT, example: body } } },
    }),
    responses: {
      200: { description: 'Success', content: contentOf(operation) },
      400: { $ref: '#/components/responses/BadRequest' },
    },
  };
};

export const listedSandboxOperations: readonly ListedOperation[] = OPERATIONS.map((operation) => ({
  ...operation,
  tag: TAG.name,
}));

export const withSandboxOperations = (document: Node): Node => {
  const paths: Record<string, Node> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation) };
  }
  const { tags, paths: existing } = document;
  return {
    ...document,
    tags: [...(Array.isArray(tags) ? tags : []), TAG],
    paths: { ...(isNode(existing) ? existing : {}), ...paths },
  };
};

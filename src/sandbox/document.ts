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
const CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2099, cvc: '123' };
const KEYS = { publishableKey: 'pk_test_sandbox' };

const OPERATIONS: readonly SandboxOperation[] = [
  {
    id: 'getSandboxClock',
    method: 'GET',
    path: '/sandbox/clock',
    summary: 'The time of the sandbox',
    description: 'The mode says whether the clock runs by itself or is fixed.',
  },
  {
    id: 'moveSandboxClock',
    method: 'POST',
    path: '/sandbox/clock',
    summary: 'Move the clock forward',
    description:
      "By a duration ('advance'), or to an instant ('at'). What is due on the way happens before the response.",
    body: { advance: 'PT61S' },
  },
  {
    id: 'resetSandbox',
    method: 'POST',
    path: '/sandbox/reset',
    summary: 'Create the demo studio again',
    description: 'Everything that was changed is gone. Returns the ids of the new demo studio.',
  },
  {
    id: 'createSandboxMemberToken',
    method: 'POST',
    path: '/sandbox/member-token',
    summary: 'Create an ID token of a member',
    description: "Signed by the sandbox's own provider; valid for an hour, or for 'expiresIn' seconds.",
    body: { clientId: CLIENTS[0]?.id ?? '' },
  },
  {
    id: 'signInToSandbox',
    method: 'POST',
    path: '/sandbox/sign-in',
    summary: 'Sign in to the console, or to the pages for members',
    description:
      "Signs the browser in without a password, as somebody of the demo studio: 'owner', 'front_desk' or 'instructor'. " +
      "'member' signs it in to the pages for members, as the client 'clientId', or else as the member of the ready line.",
    body: { role: 'owner' },
  },
  {
    id: 'listSandboxEvents',
    method: 'GET',
    path: '/sandbox/events',
    summary: 'List the events, newest first',
    description: 'What was raised, whether or not a webhook wants it.',
    query: [['type', 'string', 'Only events of this type.']],
  },
  {
    id: 'receiveInSandboxInbox',
    method: 'POST',
    path: INBOX,
    summary: 'Receive a webhook in the inbox',
    description: 'Register this URL as a webhook. Its query says how the inbox responds.',
    query: [
      ['respond', 'integer', 'The status of the response.'],
      ['times', 'integer', 'How many requests get it; later requests get 200.'],
      ['hang', 'boolean', 'Does not respond.'],
      ['redirect', 'string', 'Redirects to this URL.'],
    ],
    body: { hello: 'inbox' },
  },
  {
    id: 'listSandboxInbox',
    method: 'GET',
    path: INBOX,
    summary: 'List what the inbox received',
    description: 'The messages with their headers and raw bodies, oldest first.',
    query: [['wait', 'integer', 'Waits so many seconds for the first message, at most 30.']],
  },
  {
    id: 'emptySandboxInbox',
    method: 'DELETE',
    path: INBOX,
    summary: 'Empty the inbox',
    description: 'Removes its messages.',
  },
  {
    id: 'listSandboxMails',
    method: 'GET',
    path: MAILBOX,
    summary: 'List the mails that the studio has sent',
    description: 'Oldest first. In a browser it is a page.',
    query: [['wait', 'integer', 'Waits so many seconds for the first mail, at most 30.']],
  },
  {
    id: 'emptySandboxMailbox',
    method: 'DELETE',
    path: MAILBOX,
    summary: 'Empty the mailbox',
    description: 'Removes its mails.',
  },
  {
    id: 'getSandboxMail',
    method: 'GET',
    path: `${MAILBOX}/{id}`,
    summary: 'Retrieve a mail',
    description: 'Its HTML, text and appointment. In a browser it is a page.',
  },
  {
    id: 'getSandboxRawMail',
    method: 'GET',
    path: `${MAILBOX}/{id}/raw`,
    summary: 'Retrieve a mail as its recipient gets it',
    description: 'As message/rfc822, with its headers and parts.',
    answers: 'message/rfc822',
  },
  {
    id: 'confirmSandboxCard',
    method: 'POST',
    path: '/sandbox/processor/setups/confirm',
    summary: "Confirm a card on the member's device",
    description: 'Stands for the script of the processor. 4000 0000 0000 0002 is declined.',
    body: { ...KEYS, clientSecret: DEMO_SETUPS.toConfirm.secret, card: CARD },
  },
  {
    id: 'approveSandboxCard',
    method: 'POST',
    path: '/sandbox/processor/setups/approve',
    summary: 'Approve a card as its bank asks',
    description: 'For cards such as 4000 0025 0000 3155, whose bank asks the member.',
    body: { ...KEYS, clientSecret: DEMO_SETUPS.toApprove.secret },
  },
  {
    id: 'decideSandboxCharge',
    method: 'POST',
    path: '/sandbox/processor/charges/decide',
    summary: 'Approve a payment as its bank asks, or refuse it',
    description: 'For cards such as 4000 0027 6000 3184, whose bank asks the member for each payment.',
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

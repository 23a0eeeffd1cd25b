import { findSignIn } from '../../auth/staff/sign-in-rows.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { conflict, invalidParam } from '../../kernel/problem.ts';
import { type MailFailure, MailNotSent } from '../../mail/transport.ts';
import { createTries } from '../../rate-limits/tries.ts';
import { brandSettings } from '../settings/queries.ts';
import { access, change, requireChangeable, requireOwner } from './access.ts';
import type { ServicesPort } from './port.ts';
import {
  MailServerSchema,
  MailServerTest,
  SetMailServer,
  type SetMailServerRequest,
  TestMailServer,
} from './shapes.ts';
import { type MailServer, removeService, storedService, storeService } from './stored.ts';
import { mailServerView, type ServiceDeps } from './views.ts';

const ACTIONS: Readonly<Record<MailFailure['code'], string>> = {
  connect_error: 'Check host and port, and whether the server of the studio can reach it.',
  timeout: "Check host, port, and security: 'tls' is for port 465, 'starttls' for port 587 or 25.",
  tls_error: "Check security and host: use the name in the server's certificate.",
  auth_error: 'Check user and password. Some providers ask for a password made for apps.',
  refused: 'Check whether the server lets you send from fromAddress.',
  deferred: 'The server may accept it later. Try again in a few minutes.',
  interrupted: 'Try again.',
};

/** What to do where a mail server has refused. */
const mailAction = ({ code, isRecipient }: MailFailure): string =>
  isRecipient ? 'Check your own email address.' : ACTIONS[code];

/** The stored password goes to no other server and for no other user than those it was entered for. */
const samePlace = (one: Pick<MailServer, 'host' | 'port' | 'security' | 'user'>, other: MailServer): boolean =>
  one.host === other.host && one.port === other.port && one.security === other.security && one.user === other.user;

/** @throws Problem 400 where a user has no password */
const mailServerOf = (body: SetMailServerRequest, stored: MailServer | undefined, param = 'password'): MailServer => {
  const { host, port, security, user = null, password, fromAddress } = body;
  const place = { host, port, security, user };
  if (user === null) return { ...place, password: null, fromAddress };
  const kept = stored !== undefined && samePlace(place, stored) ? stored.password : null;
  const secret = password ?? kept;
  if (secret !== null) return { ...place, password: secret, fromAddress };
  throw invalidParam(
    param,
    'Enter the password: it is kept only while host, port, security, and user stay the same.',
    'parameter_missing',
  );
};

/** The mail server, as an owner sets it up without the console of the machine. */
export const mailServerOperations = (deps: ServiceDeps) => {
  const { store, machine, secrets, mailClock } = deps;
  const requireRoom = createTries(mailClock);
  const stored = (): MailServer | undefined => storedService(store.view().db, secrets.seal, 'mail_server');

  /** @throws Problem 409 `mail_server_failed` with what the server said */
  const connected = async (services: ServicesPort, server: MailServer): Promise<void> => {
    try {
      await services.tryMailServer(server);
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      const { code, message } = error.failure;
      throw conflict('mail_server_failed', `${message} ${mailAction(error.failure)}`, [{ param: '', code, message }]);
    }
  };

  return businessOperations({ tag: 'Settings', audited: true, reads: 'getMailServer' }, 'manage', ({ read, flow }) => [
    read(
      'GET /manage/mail-server',
      'getMailServer',
      {
        summary: 'Retrieve the mail server',
        description: 'Where emails are sent from. The password is never returned.',
        response: MailServerSchema,
        ...access,
      },
      (view) => mailServerView(view, deps),
    ),
    flow(
      'PUT /manage/mail-server',
      'setMailServer',
      {
        summary: 'Set up the mail server',
        description:
          'Connects and signs in first: a server that refuses is not stored. The password is sealed with the key of ' +
          'the data directory. The server takes it over within a second, without losing a request.',
        body: SetMailServer,
        isBodyRequired: true,
        response: MailServerSchema,
        ...change,
        isInteractive: true,
        example: {
          body: {
            host: 'mail.example.com',
            port: 465,
            security: 'tls',
            user: 'studio@example.com',
            password: 'correct horse battery',
            fromAddress: 'studio@example.com',
          },
        },
        answers: {
          200: {
            object: 'mail_server',
            source: 'console',
            canChange: true,
            host: 'mail.example.com',
            port: 465,
            security: 'tls',
            user: 'studio@example.com',
            hasPassword: true,
            fromAddress: 'studio@example.com',
          },
        },
      },
      async ({ caller, body }, conclude) => {
        const { id } = requireOwner(store.view(), caller);
        const services = requireChangeable(machine, 'mailServer');
        const server = mailServerOf(body, stored());
        requireRoom(id);
        await connected(services, server);
        const concluded = await conclude((tx) => {
          storeService(tx, secrets.seal, 'mail_server', server);
          return mailServerView(tx, deps);
        });
        services.serveAgain('another mail server');
        return concluded;
      },
    ),
    flow(
      'DELETE /manage/mail-server',
      'removeMailServer',
      {
        summary: 'Remove the mail server',
        description: 'From now on no emails are sent, and members cannot sign in with a code.',
        response: MailServerSchema,
        ...change,
        isInteractive: true,
        answers: {
          200: {
            object: 'mail_server',
            source: null,
            canChange: true,
            host: null,
            port: null,
            security: null,
            user: null,
            hasPassword: false,
            fromAddress: null,
          },
        },
      },
      async ({ caller }, conclude) => {
        requireOwner(store.view(), caller);
        const services = requireChangeable(machine, 'mailServer');
        const concluded = await conclude((tx) => {
          removeService(tx, 'mail_server');
          return mailServerView(tx, deps);
        });
        services.serveAgain('no mail server');
        return concluded;
      },
    ),
    flow(
      'POST /manage/mail-server/test',
      'testMailServer',
      {
        summary: 'Send a test email',
        description:
          'Sends an email to your own address. A server that refuses returns 200, too, with its response. Up to 20 an hour.',
        body: TestMailServer,
        response: MailServerTest,
        ...access,
        audited: 'without changes',
        sensitive: true,
        isInteractive: true,
        errors: [409],
        answers: {
          200: {
            object: 'mail_server_test',
            isAccepted: true,
            problem: null,
            message: '250 2.0.0 Ok: queued as 4F5G6H',
            action: null,
            email: 'olivia.grant@example.com',
          },
        },
      },
      async ({ caller, body }, conclude) => {
        const person = requireOwner(store.view(), caller);
        const services = machine?.services;
        if (body.server !== undefined) requireChangeable(machine, 'mailServer');
        const server = body.server === undefined ? undefined : mailServerOf(body.server, stored(), 'server.password');
        if (services === undefined || (server === undefined && mailServerView(store.view(), deps).source === null)) {
          throw conflict('mail_not_set_up', 'This studio sends no emails. Set up a mail server first.');
        }
        requireRoom(person.id);
        const { email } = person;
        const object = 'mail_server_test';
        try {
          const locale = findSignIn(store.view(), person.id)?.language ?? brandSettings(store.view()).locale;
          const message = await services.sendTest(server, email, locale);
          return await conclude(() => ({ object, isAccepted: true, problem: null, message, action: null, email }));
        } catch (error) {
          if (!(error instanceof MailNotSent)) throw error;
          const { code, message, isRecipient } = error.failure;
          const problem = isRecipient ? 'recipient_refused' : code;
          const action = mailAction(error.failure);
          return conclude(() => ({ object, isAccepted: false, problem, message, action, email }));
        }
      },
    ),
  ]);
};

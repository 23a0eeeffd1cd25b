import type { Config } from '../../config/settings.ts';
import { email } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { createTestMail } from '../../mail/test-mail.ts';
import { MailNotSent } from '../../mail/transport.ts';
import { openToRead } from '../doctor/database.ts';
import { mailAction, mailServerOf, mailTransport, shownServer } from '../server/mail.ts';
import { withStoredServices } from '../server/services.ts';
import { type Call, exit, oneArgument, printResult, type Verb, VerbError } from '../verb.ts';

const addressOf = (call: Call): string => {
  const address = oneArgument(call, 'Missing address. Example: studiod mail test you@example.com');
  try {
    return email.parse(address);
  } catch (error) {
    throw new UsageError(`mail test: the address ${errorMessage(error)}`);
  }
};

/** The settings, with the mail server that an owner has set up in the console. */
const inUse = (config: Config): Config => {
  const opened = openToRead(config.data);
  if ('status' in opened) return config;
  try {
    return withStoredServices(config, config.data, opened);
  } finally {
    opened.close();
  }
};

const testVerb: Verb = {
  name: 'mail test',
  summary: 'Send a test email through the configured server, and print its response',
  example: 'studiod mail test you@example.com --smtp-url smtps://user@mail.example.com --mail-from studio@example.com',
  args: 'ADDRESS',
  settings: ['data', 'smtpUrl', 'mailFrom', 'smtpCaFile'],
  async run(call) {
    const address = addressOf(call);
    const config = inUse(call.configure().config);
    const server = mailServerOf(config);
    const transport = await mailTransport(config, false);
    if (server === undefined || transport === undefined) {
      throw new VerbError(
        'No mail server is set up. Set one up in the console, under Settings, Emails, or set --smtp-url and --mail-from.',
        exit.usage,
      );
    }
    const shown = shownServer(server.url);
    try {
      const answer = await transport.send(createTestMail(address, server.fromAddress, systemRandom()));
      printResult(call, { sent: true, server: shown, answer }, `${shown} accepted the email: ${answer}`);
      return exit.done;
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      const { code, message } = error.failure;
      const action = mailAction(error.failure);
      const result = { sent: false, server: shown, code, message, action };
      printResult(call, result, `${shown} did not accept the email (${code}): ${message}\n${action}`);
      return exit.failed;
    } finally {
      transport.close();
    }
  },
};

export const mailVerbs: readonly Verb[] = [testVerb];

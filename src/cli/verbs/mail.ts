import { email } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { createTestMail } from '../../mail/test-mail.ts';
import { MailNotSent } from '../../mail/transport.ts';
import { mailAction, mailServerOf, mailTransport, shownServer } from '../server/mail.ts';
import { type Call, exit, Failure, printResult, type Verb } from '../verb.ts';

const addressOf = ({ args: [address, ...others] }: Call): string => {
  if (address === undefined || others.length > 0) {
    throw new UsageError('mail test needs one address: studiod mail test you@example.com');
  }
  try {
    return email.parse(address);
  } catch (error) {
    throw new UsageError(`mail test: the address ${errorMessage(error)}`);
  }
};

const testVerb: Verb = {
  name: 'mail test',
  summary: 'sends a test mail with the configured server, and prints what the server said',
  example: 'studiod mail test you@example.com --smtp-url smtps://user@mail.example.com --mail-from studio@example.com',
  args: 'ADDRESS',
  settings: ['data', 'smtpUrl', 'mailFrom', 'smtpCaFile'],
  async run(call) {
    const address = addressOf(call);
    const { config } = call.configure();
    const server = mailServerOf(config);
    const transport = await mailTransport(config, false);
    if (server === undefined || transport === undefined) {
      throw new Failure('No mail server is set up. Give --smtp-url and --mail-from.', exit.usage);
    }
    const shown = shownServer(server.url);
    try {
      const answer = await transport.send(createTestMail(address, server.fromAddress, systemRandom()));
      printResult(call, { sent: true, server: shown, answer }, `${shown} took the mail: ${answer}`);
      return exit.done;
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      const { code, message } = error.failure;
      const action = mailAction(error.failure);
      const result = { sent: false, server: shown, code, message, action };
      printResult(call, result, `${shown} did not take the mail (${code}): ${message}\n${action}`);
      return exit.failed;
    } finally {
      transport.close();
    }
  },
};

export const mailVerbs: readonly Verb[] = [testVerb];

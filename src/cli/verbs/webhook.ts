import { readFileSync } from 'node:fs';
import { UsageError } from '../../config/usage-error.ts';
import { systemClock } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { verify } from '../../webhooks/signature.ts';
import { type Call, exit, printResult, type Verb, VerbError } from '../verb.ts';

const STANDARD_INPUT = '-';

const readBytes = (path: string, what: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new VerbError(`The ${what} cannot be read: ${errorMessage(error)}`);
  }
};

/** The raw body as text that encodes to the same bytes again, including a byte order mark. */
const bodyOf = async (call: Call): Promise<string> => {
  const path = call.flag('body') ?? STANDARD_INPUT;
  if (path !== STANDARD_INPUT) return readBytes(path, 'body').toString('utf8');
  if (call.isTerminal.input)
    call.printError('Paste the body and end it with Ctrl-D (twice if it does not end with a line break).');
  return Buffer.from(await call.readInput()).toString('utf8');
};

const secretOf = (call: Call): string => {
  const path = call.flag('secret-file');
  if (path !== undefined) return readBytes(path, 'secret').toString('utf8').trim();
  const secret = call.flag('secret');
  if (secret === undefined)
    throw new UsageError('Missing signing secret. Set --secret whsec_... or --secret-file FILE.');
  return secret;
};

const headerOf = (call: Call): string => {
  const header = call.flag('header');
  if (header === undefined) {
    throw new UsageError("Missing header. Set the value of X-Service-Signature as received: --header 't=...,v1=...'.");
  }
  return header.replace(/^\s*x-service-signature\s*:/i, '').trim();
};

const verifyVerb: Verb = {
  name: 'webhook verify',
  summary: 'Verify a delivery as its receiver should (exit code 0 if it is valid)',
  example: "studiod webhook verify --body body.json --header 't=1767225600,v1=c562...' --secret-file secret.txt",
  flags: [
    { name: 'body', value: 'FILE', help: 'Raw body as received; default -, standard input' },
    { name: 'header', value: 'TEXT', help: 'Value of X-Service-Signature' },
    {
      name: 'timestamp',
      value: 'SECONDS',
      help: 'Value of X-Service-Timestamp, compared with the signed timestamp',
    },
    {
      name: 'secret',
      value: 'SECRET',
      help: 'Signing secret; other users of this machine can see it in the process list',
    },
    { name: 'secret-file', value: 'FILE', help: 'File that contains the signing secret' },
    { name: 'any-age', help: 'Accept a delivery that was signed long ago' },
  ],
  async run(call) {
    const [secret, header] = [secretOf(call), headerOf(call)];
    const received = { secret, header, timestamp: call.flag('timestamp'), body: await bodyOf(call) };
    const now = call.flag('any-age') === undefined ? Math.floor(systemClock.now() / 1000) : null;
    const result = verify(received, now);
    printResult(call, result, `${result.message}${result.valid ? '' : ` (${result.code})`}`);
    return result.valid ? exit.done : exit.failed;
  },
};

export const webhookVerbs: readonly Verb[] = [verifyVerb];

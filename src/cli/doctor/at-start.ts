import { errorMessage } from '../../kernel/errors.ts';
import { checkClock } from './database.ts';
import { checkPermissions, storageFindings } from './files.ts';
import { type Finding, failed, type StartContext } from './finding.ts';
import { checkProxy, checkTls } from './server.ts';
import { webhookSecretFindings } from './settings.ts';

type Check = (context: StartContext) => readonly Finding[];

/** The checks that take milliseconds and ask no one else. */
const CHECKS: readonly Check[] = [
  (context) => [checkPermissions(context)],
  ({ directory }) => storageFindings(directory),
  (context) => [checkClock(context)],
  (context) => [checkProxy(context)],
  (context) => [checkTls(context)],
  ({ config }) => webhookSecretFindings(config),
];

/** What is dangerous about the data and the settings of a server that starts; the rest of `doctor` takes longer. */
export const startFindings = (context: StartContext): Finding[] =>
  CHECKS.flatMap((check) => {
    try {
      return check(context).filter(({ status }) => status !== 'ok');
    } catch (error) {
      return [
        failed(
          `A check could not run: ${errorMessage(error)}.`,
          "Run 'studiod doctor'.",
          'check_failed',
          errorMessage(error),
        ),
      ];
    }
  });

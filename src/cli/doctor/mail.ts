import type { Database } from 'bun:sqlite';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { mailJobs } from '../../mail/mailer.ts';
import { MailNotSent } from '../../mail/transport.ts';
import { mailAction, mailServerOf, mailTransport, shownServer } from '../server/mail.ts';
import { VerbError } from '../verb.ts';
import { faultFindings } from './faults.ts';
import { type CheckContext, durationText, type Finding, failed, nothingYet, ok, together, warning } from './finding.ts';

/** An email that has been due for longer should have been sent, ms. */
const LATE_MS = 15 * MINUTE_MS;
/** When the first email that waits became due. */
const OLDEST = "select min(dueAt) as dueAt from queueJobs where queue = 'mail'";
const BOUNCING = 'select count(*) as count from mailAddresses where bouncingSince is not null';
const WHO = 'studiod sql "select email, lastMessage from mailAddresses where bouncingSince is not null"';

const lateFindings = (db: Database, { isServed, now }: CheckContext): Finding[] => {
  const oldest = db.query<{ dueAt: string | null }, []>(OLDEST).get()?.dueAt;
  const late = oldest == null ? 0 : now - epochOf(oldest);
  if (late <= LATE_MS) return [];
  const text = `An email has been waiting for ${durationText(late)}.`;
  return isServed
    ? [
        failed(
          text,
          "Try the mail server with 'studiod mail test', and look at the server log.",
          'mail_late',
          `${oldest}`,
        ),
      ]
    : [warning(text, 'Start the server: studiod serve', 'server_not_running')];
};

/** The first event of which messages are not made yet. */
const UNFOLLOWED = `select createdAt from events
  where id > (select json_extract(value, '$.event') from appliance where name = 'mailCursor') order by id limit 1`;

/** Events of which messages cannot be made: a fault of the program holds up all messages after it. */
const unfollowedFindings = (db: Database, { config, isServed, now }: CheckContext): Finding[] => {
  if (!isServed || config.smtpUrl === undefined) return [];
  const first = db.query<{ createdAt: string }, []>(UNFOLLOWED).get();
  const late = first === null ? 0 : now - epochOf(first.createdAt);
  if (late <= LATE_MS) return [];
  const text = `No emails were created for what happened in the last ${durationText(late)}.`;
  return [
    failed(
      text,
      'The server log has the reason ("Emails could not be created from events"). The server keeps retrying.',
      'mail_not_created',
      `${first?.createdAt}`,
    ),
  ];
};

const bouncingFindings = (db: Database): Finding[] => {
  const count = db.query<{ count: number }, []>(BOUNCING).get()?.count ?? 0;
  if (count === 0) return [];
  const text = count === 1 ? '1 address bounces and gets no emails.' : `${count} addresses bounce and get no emails.`;
  return [warning(text, `Ask these people for another address: ${WHO}`, 'mail_bounces', count)];
};

const serverFinding = async ({ config, progress }: CheckContext): Promise<Finding> => {
  try {
    const server = mailServerOf(config);
    const transport = await mailTransport(config, false);
    if (server === undefined || transport === undefined) {
      return nothingYet('No mail server is set up, so no emails are sent.', 'mail_not_set_up');
    }
    const shown = shownServer(server.url);
    progress(`contacting ${shown}`);
    try {
      await transport.verify();
      return ok(`${shown} accepts emails from ${server.fromAddress}.`);
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      const { code, message } = error.failure;
      return failed(
        `${shown} cannot be used (${code}): ${message}`,
        mailAction(error.failure),
        'mail_server_refuses',
        shown,
        message,
      );
    } finally {
      transport.close();
    }
  } catch (error) {
    if (error instanceof VerbError)
      return failed(
        error.message,
        'Check --smtp-url, --mail-from and --smtp-ca-file.',
        'settings_wrong',
        error.message,
      );
    throw error;
  }
};

/** Whether emails can be made and sent, whether one is late, and how many addresses bounce. */
export const checkMail = async (context: CheckContext): Promise<Finding> => {
  const server = await serverFinding(context);
  const { db } = context;
  if (db === undefined) return server;
  return together([
    server,
    ...faultFindings(db, mailJobs, 'emails'),
    ...unfollowedFindings(db, context),
    ...lateFindings(db, context),
    ...bouncingFindings(db),
  ]);
};

import type { Read } from '../../database/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Look } from '../../mail/letter.ts';
import type { WriteToStaff } from './direct/to-staff.ts';
import type { PersonalLinks } from './personal-links.ts';
import type { EndpointProblem } from './push/subscriptions.ts';
import type { SendReceipt } from './receipts/send.ts';
import type { SendNow } from './templates/tests.ts';

/** What is written to clients and staff. */
export interface MailPorts {
  readonly mailLook: (read: Read, language: string) => Look;
  /** The links that are a client's own. */
  readonly personalLinks: PersonalLinks;
  /** Writes to staff by mail; undefined where no mail server is set up. */
  readonly writeToStaff: WriteToStaff | undefined;
  /** Sends receipts by mail; undefined where no mail server is set up. */
  readonly sendReceipt: SendReceipt | undefined;
  /** Sends one mail now, outside of the queue; undefined where no mail server is set up. */
  readonly sendNow: SendNow | undefined;
  /** Sends notifications to devices; undefined where members do not sign in here. */
  readonly push:
    | {
        /** The key with which browsers subscribe. */
        readonly publicKey: () => string;
        readonly problemOf: EndpointProblem;
      }
    | undefined;
  /** The clock by which mails are counted. */
  readonly mailClock: Pick<Clock, 'now'>;
}

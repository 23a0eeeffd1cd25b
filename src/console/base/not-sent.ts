import type { TextKey } from '../../texts/translate.ts';

/** Why an email was not sent: what the mail server did, or why it was not wanted. */
const REASONS: Readonly<Record<string, TextKey>> = {
  connect_error: 'mails.whyUnreachable',
  tls_error: 'mails.whyInsecure',
  timeout: 'mails.whyTimeout',
  auth_error: 'mails.whySignIn',
  refused: 'mails.whyRefused',
  deferred: 'mails.whyDeferred',
  interrupted: 'mails.whyInterrupted',
  no_recipient: 'mails.whyNoRecipient',
  address_bounces: 'mails.whyBounces',
  turned_off: 'mails.whyTurnedOff',
  not_wanted: 'mails.whyNotWanted',
  outdated: 'mails.whyOutdated',
  too_late: 'mails.whyTooLate',
  too_many: 'mails.whyTooMany',
  not_made: 'mails.whyNotMade',
  restored: 'mails.whyRestored',
  archived: 'mails.whyArchived',
  not_a_client: 'mails.whyNoClient',
  no_device: 'mails.whyNoDevice',
  device_gone: 'mails.whyDeviceGone',
  push_refused: 'mails.whyPushRefused',
  push_unreachable: 'mails.whyPushUnreachable',
};

/** The words for the code of an email that was not sent. */
export const notSentBecause = (code: string): TextKey => REASONS[code] ?? 'mails.whyUnknown';

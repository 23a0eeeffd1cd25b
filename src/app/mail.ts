import type { OwnIssuer } from '../auth/members/own/issuer.ts';
import type { Read } from '../database/database.ts';
import { brandColors } from '../kernel/brand-theme.ts';
import { everyMinute, type Job } from '../kernel/periods.ts';
import type { Look } from '../mail/letter.ts';
import { createMailer } from '../mail/mailer.ts';
import { createSendNow } from '../mail/test-mail.ts';
import type { MailTransport } from '../mail/transport.ts';
import { MAILS_PREFIX } from '../pages/paths.ts';
import { themeOf } from '../resources/experience/queries.ts';
import type { MemberPorts, MemberSignIn } from '../resources/member-sign-in/ports.ts';
import { mailJobsOf } from '../resources/messages/daily/jobs.ts';
import { createWriteToMembers } from '../resources/messages/direct/to-members.ts';
import { createWriteToStaff } from '../resources/messages/direct/to-staff.ts';
import { createFollower } from '../resources/messages/following/follower.ts';
import { createCompose } from '../resources/messages/letters/compose.ts';
import { GUEST_PREFIX, type PersonalLinks } from '../resources/messages/personal-links.ts';
import type { MailPorts } from '../resources/messages/ports.ts';
import { createSendReceipt } from '../resources/messages/receipts/send.ts';
import { recordPostponed, recordResults } from '../resources/messages/results.ts';
import { consoleBrand } from './console-brand.ts';
import type { AppDeps } from './deps.ts';
import type { Push } from './push.ts';

interface MailDeps extends Pick<AppDeps, 'store' | 'time' | 'random' | 'seal' | 'rootUrl' | 'reportError'> {
  readonly transport: MailTransport;
  readonly push: Push;
  readonly links: PersonalLinks;
  readonly isSandbox: boolean;
  readonly requests: () => number;
  readonly signal: AbortSignal;
  /** Whether members sign in here, on the pages to which letters lead. */
  readonly signsMembersIn: boolean;
}

/** Codes are mailed: without email no one signs in with one. */
export const signsMembersIn = ({ mail, memberSignIn = true }: AppDeps): boolean => mail !== undefined && memberSignIn;

/** How the emails of the brand look. Mail programs load pictures from https addresses only. */
const mailLook = (read: Read, language: string): Look => {
  const { studio, color } = consoleBrand(read);
  const { logoUrl } = themeOf(read);
  return {
    studioName: studio,
    logoUrl: logoUrl?.startsWith('https://') === true ? logoUrl : null,
    language,
    light: brandColors(color, 'light'),
    dark: brandColors(color, 'dark'),
  };
};

/** Sends the messages that follow from events. */
export const connectMail = (deps: MailDeps) => {
  const {
    store,
    time,
    random,
    seal,
    rootUrl,
    reportError,
    transport,
    push,
    links,
    requests,
    isSandbox,
    signal,
    signsMembersIn,
  } = deps;
  const report = (what: string, error: unknown): void => reportError(error, what);
  const mailer = createMailer({
    store,
    time,
    random,
    transport,
    requests,
    report,
    compose: createCompose({
      seal,
      fromAddress: transport.fromAddress,
      rootUrl,
      lookOf: mailLook,
      choicesUrl: (clientId) => `${rootUrl()}${MAILS_PREFIX}${links.tokenOf('mails', clientId)}`,
      guestUrl: (bookingId) => `${rootUrl()}${GUEST_PREFIX}${links.tokenOf('guest', bookingId)}`,
      signsMembersIn,
    }),
    record: recordResults,
    postpone: recordPostponed,
    // Retries without jitter are predictable when the clock is moved by hand.
    jitter: isSandbox ? 0 : 0.1,
  });
  const queue = { ...mailer, notifications: push.notifications };
  const follower = createFollower({ store, time, queue, report, requests: isSandbox ? undefined : requests });
  const othersMails: Job = {
    name: 'mails of other processes',
    period: everyMinute,
    run: () => mailer.refresh(),
    isIdleUntil: (instant) => !mailer.hasAbandoned(store.viewAt(instant)),
  };
  return {
    writeToStaff: createWriteToStaff(queue, seal),
    writeToMembers: createWriteToMembers(queue, seal),
    sendReceipt: createSendReceipt(queue),
    sendNow: createSendNow(transport, random),
    jobs: [othersMails, ...push.jobs, ...mailJobsOf({ store, queue, signal })],
    async start(): Promise<void> {
      await mailer.start();
      await push.start();
      follower.start();
    },
    async stop(): Promise<void> {
      await follower.stop();
      await mailer.stop();
      await push.stop();
    },
    /** Resolves when the messages of all events so far are made, and those that are due are sent. */
    async idle(): Promise<void> {
      await follower.idle();
      await mailer.idle();
      await push.idle();
    },
  };
};

type Mail = ReturnType<typeof connectMail>;

/** @param mail undefined where no mail server is set up, as `push` is where no member signs in here. */
export const mailPorts = (
  mail: Mail | undefined,
  push: Push | undefined,
  personalLinks: PersonalLinks,
  { time }: Pick<AppDeps, 'time'>,
): MailPorts => ({
  mailLook,
  personalLinks,
  writeToStaff: mail?.writeToStaff,
  sendReceipt: mail?.sendReceipt,
  sendNow: mail?.sendNow,
  push: push?.port,
  mailClock: time,
});

export const memberPorts = (
  deps: AppDeps,
  mail: Mail | undefined,
  ownIssuer: () => OwnIssuer | undefined,
): MemberPorts => {
  const issue: MemberSignIn['issue'] = (of) => {
    const issuer = ownIssuer();
    if (issuer === undefined) throw new Error('members do not sign in here');
    return issuer.issue(of);
  };
  return { memberSignIn: mail !== undefined && signsMembersIn(deps) ? { ...mail.writeToMembers, issue } : undefined };
};

import { CODE_MS } from '../../../auth/members/own/codes.ts';
import type { Tx } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { brandDefaults } from '../../settings/queries.ts';
import { type MailQueue, scheduleMessage, storeUnwritten } from '../schedule.ts';
import type { SkipReason } from '../wanted.ts';
import { sealedData } from './to-staff.ts';

/** A mail with a code that signs in, to an address that may be of no one yet. */
interface CodeLetter {
  readonly codeId: string;
  readonly code: string;
  /** The client who has the address. */
  readonly clientId: string | undefined;
  /** The language of the page on which the code was asked for. */
  readonly language: string | undefined;
}

/** A mail with a code to an address that a member wants to have. */
interface EmailCodeLetter extends CodeLetter {
  readonly clientId: string;
}

/** A code that is not sent. */
interface NoCode {
  readonly codeId: string;
  readonly email: string;
  readonly clientId: string | undefined;
  readonly reason: Extract<SkipReason, 'archived' | 'not_a_client'>;
}

/** Mails to people who sign in or sign up, in the transaction of what they write about. */
export interface WriteToMembers {
  writeCode(tx: Tx, letter: CodeLetter): void;
  writeEmailCode(tx: Tx, letter: EmailCodeLetter): void;
  /** Says to the studio that a code was asked for and why none is sent. */
  writeNoCode(tx: Tx, asked: NoCode): void;
  /** Notifies someone who has signed up that the studio has approved it. */
  writeAdmission(tx: Tx, clientId: string): void;
}

const scheduleCode = (
  tx: Tx,
  queue: MailQueue,
  seal: Seal,
  kind: 'member_code' | 'email_code',
  { codeId, code, clientId, language }: CodeLetter,
): void => {
  const { defaultSiteId: siteId } = brandDefaults(tx);
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
  scheduleMessage(tx, queue, {
    kind,
    siteId,
    sourceId: codeId,
    ...(clientId === undefined ? {} : { clientId }),
    data: { ...sealedData(seal, { code: shown }), minutes: CODE_MS / MINUTE_MS, language },
  });
};

/** Schedules these letters. The database has a code only sealed, until it is sent. */
export const createWriteToMembers = (queue: MailQueue, seal: Seal): WriteToMembers => ({
  writeCode: (tx, letter) => scheduleCode(tx, queue, seal, 'member_code', letter),
  writeEmailCode: (tx, letter) => scheduleCode(tx, queue, seal, 'email_code', letter),
  writeNoCode(tx, { codeId, email, clientId, reason }) {
    const { defaultSiteId: siteId } = brandDefaults(tx);
    const message = {
      kind: 'member_code',
      siteId,
      sourceId: codeId,
      ...(clientId === undefined ? {} : { clientId }),
    } as const;
    storeUnwritten(tx, message, email, reason);
  },
  writeAdmission(tx, clientId) {
    const { defaultSiteId: siteId } = brandDefaults(tx);
    scheduleMessage(tx, queue, { kind: 'sign_up_approved', siteId, clientId, sourceId: clientId });
  },
});

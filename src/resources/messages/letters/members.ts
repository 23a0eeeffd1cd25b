import { codeMail } from '../../../auth/members/own/codes.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { isBooked } from '../../bookings/queries.ts';
import { Client } from '../../clients/record.ts';
import { erasureRequest } from '../../erasures/requests/requests.ts';
import { invitationById, personById } from '../../households/queries.ts';
import { Household } from '../../households/record.ts';
import { sessionById } from '../../sessions/queries.ts';
import { timezoneOf } from '../../sites/queries.ts';
import { Site } from '../../sites/record.ts';
import { letterKind, memberAction, type Source } from './context.ts';
import { EXAMPLE_PLACE } from './place.ts';

interface Code {
  readonly code: string;
  readonly minutes: number;
}

const codeOf = ({ read, row, data }: Source): Code | undefined => {
  const mail = codeMail(read, row.sourceId);
  const isOpen = mail !== undefined && mail.expiresAt > read.now;
  return isOpen && typeof data.code === 'string' ? { code: data.code, minutes: Number(data.minutes) } : undefined;
};

/** @param path the page on which the code is entered */
const codeLetter = (path: string) =>
  letterKind<Code>({
    gather: codeOf,
    example: { code: '482 913', minutes: 10 },
    tell: ({ code, minutes }, { t, url, hasPages }) => ({
      values: { minutes },
      block: { title: code, lines: [] },
      ...(hasPages ? { facts: [{ label: t('enterAt'), lines: [url(path)] }] } : {}),
    }),
  });

/** The code is in no text that a brand writes: the subject of a mail is kept, and what was written for a code is not. */
export const memberCode = codeLetter('/book/sign-in');

/** Proves the address that a member wants to have. */
export const emailCode = codeLetter('/book/me/account/email');

interface Declined {
  readonly reason: string | null;
}

/** What the studio says to who has asked to be erased. */
export const erasureDeclined = letterKind<Declined>({
  gather({ read, row }) {
    const request = row.clientId === null ? undefined : erasureRequest(read, row.clientId);
    return request?.status === 'declined' ? { reason: request.reason } : undefined;
  },
  example: { reason: 'A payment is still open.' },
  tell: ({ reason }) => ({ values: { why: reason === null ? 'unsaid' : 'said', reason: reason ?? '' } }),
});

/** It does not contain the new address: it may belong to someone who may have taken the account. */
export const emailChanged = letterKind<object>({
  gather: () => ({}),
  example: {},
  tell: () => ({ values: {} }),
});

export const signUpApproved = letterKind<object>({
  gather: () => ({}),
  example: {},
  tell: (_facts, reader) => ({ values: {}, action: memberAction('sign-in', reader.t('signIn'), reader) }),
});

interface Opening {
  readonly id: string;
  readonly what: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly timezone: string;
  readonly site: string;
}

export const bookingOpens = letterKind<Opening>({
  gather({ read, row, data }) {
    const session = sessionById(read, String(data.sessionId));
    const site = session && Site.rows.find(read, session.siteId);
    if (session === undefined || site === undefined || session.cancelledAt !== null) return undefined;
    if (session.startTime <= read.now || isBooked(read, session.id, row.clientId ?? '')) return undefined;
    const { id, name: what, startTime, endTime, timezone } = session;
    return { id, what, startTime, endTime, timezone, site: site.name };
  },
  example: { ...EXAMPLE_PLACE, id: '' },
  tell({ id, what, startTime, endTime, timezone, site }, { t, formats, url }) {
    const day = formats.day(startTime, timezone);
    const when = t('when', { day, hours: formats.hours(startTime, endTime, timezone) });
    return {
      values: { what, day, site, time: formats.time(startTime, timezone) },
      block: { title: what, lines: [when, site] },
      action: { label: t('bookClass'), url: url(`/book/class/${id}`) },
    };
  },
});

interface Invited {
  readonly household: string;
  /** The adult who invites; null for the studio. */
  readonly by: string | null;
  readonly until: string;
  /** Where its reader is at home: the page says the same day. */
  readonly timezone: string;
}

/** Someone else may have the address by now: the page says who is invited, and accepting takes being signed in. */
export const householdInvitation = letterKind<Invited>({
  gather({ read, row, data }) {
    const invitation = invitationById(read, String(data.invitationId));
    const household = invitation && Household.rows.find(read, invitation.householdId);
    if (invitation === undefined || household === undefined || invitation.expiresAt <= read.now) return undefined;
    const inviter = personById(read, invitation.invitedByClientId ?? '');
    return {
      household: household.name,
      by: inviter === undefined ? null : fullName(inviter),
      until: invitation.expiresAt,
      timezone: timezoneOf(read, Client.rows.find(read, row.clientId ?? '')?.homeLocationId ?? row.siteId),
    };
  },
  example: { household: 'Reed', by: 'Alex Reed', until: '2026-12-08T15:00:00.000Z', timezone: 'America/New_York' },
  tell({ household, by, until, timezone }, reader) {
    const { t, formats } = reader;
    const from = by === null ? 'studio' : 'person';
    return {
      values: { household, from, by: by ?? '', until: formats.date(until, timezone) },
      action: memberAction('household', t('openHousehold'), reader),
    };
  },
});

import { epochOf } from '../../../kernel/clock.ts';
import { daysBetween, localDateAt } from '../../../kernel/local-time.ts';
import { unpack } from '../../../records/json.ts';
import { chargeDueAt } from '../../bookings/fees/penalties.ts';
import { guestOf } from '../../bookings/guests/queries.ts';
import type { Penalty } from '../../bookings/record.ts';
import { waitlistPositions } from '../../bookings/waitlist/queries.ts';
import { Client } from '../../clients/record.ts';
import { agreementState } from '../../member-sign-in/agreements/agreements.ts';
import { defaultMethodOf } from '../../payment-methods/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { letterKind, memberAction, type Source } from './context.ts';
import { bookingOf, EXAMPLE_PLACE, type Place, partsOfBooking, placeOf, returnedOf } from './place.ts';

export const bookingConfirmed = letterKind({ gather: placeOf, example: EXAMPLE_PLACE, tell: partsOfBooking });

export const waitlistPromoted = letterKind({ gather: placeOf, example: EXAMPLE_PLACE, tell: partsOfBooking });

interface Cancelled extends Place {
  readonly was: 'waiting' | 'other';
  readonly credit: 'restored' | 'forfeited' | 'waiting' | 'other';
  readonly charge: 'due' | 'later' | 'other';
  readonly charged: { readonly amount: number; readonly currency: string; readonly at: string | null } | null;
}

const creditOf = ({ wasWaiting, creditOutcome }: Source['data']): Cancelled['credit'] => {
  if (wasWaiting === true) return 'waiting';
  return creditOutcome === 'RESTORED' ? 'restored' : creditOutcome === 'FORFEITED' ? 'forfeited' : 'other';
};

const cancelledOf = (source: Source): Cancelled | undefined => {
  const { read, data } = source;
  const [place, found] = [placeOf(source), bookingOf(source)];
  if (place === undefined || found === undefined) return undefined;
  const { booking } = found;
  const isGuest = booking.hostBookingId !== null;
  const penalty = unpack<Penalty>(booking.penalty);
  const isDue = penalty !== null && penalty.status !== 'waived';
  // Without a saved card, which dependants never have, the fee is paid at the desk.
  const hasCard = isDue && defaultMethodOf(read, booking.clientId) !== undefined;
  const at = hasCard ? chargeDueAt(booking, paymentSettings(read, booking.siteId)) : null;
  return {
    ...place,
    paid: { ...place.paid, used: isGuest ? 0 : returnedOf(read, booking) },
    was: data.wasWaiting === true ? 'waiting' : 'other',
    credit: isGuest ? 'other' : creditOf(data),
    charge: isDue ? (at === null ? 'due' : 'later') : 'other',
    charged: isDue ? { amount: penalty.amount, currency: penalty.currency, at } : null,
  };
};

export const bookingCancelled = letterKind({
  gather: cancelledOf,
  example: { ...EXAMPLE_PLACE, was: 'other', credit: 'restored', charge: 'other', charged: null },
  tell(facts: Cancelled, reader) {
    const { was, credit, charge, charged, timezone } = facts;
    const { formats } = reader;
    const content = partsOfBooking(facts, reader);
    const fee = charged === null ? '' : formats.money(charged.amount, charged.currency);
    const chargedOn = charged === null || charged.at === null ? '' : formats.dayTime(charged.at, timezone);
    return { ...content, noteLink: undefined, values: { ...content.values, was, credit, charge, fee, chargedOn } };
  },
});

export const waitlistJoined = letterKind({
  gather(source) {
    const [place, found] = [placeOf(source), bookingOf(source)];
    if (place === undefined || found === undefined) return undefined;
    return { ...place, position: waitlistPositions(source.read, [found.booking]).get(found.booking.id) ?? 1 };
  },
  example: { ...EXAMPLE_PLACE, position: 2 },
  tell(facts: Place & { readonly position: number }, reader) {
    const content = partsOfBooking(facts, reader);
    return { ...content, values: { ...content.values, place: facts.position } };
  },
});

interface Offered extends Place {
  readonly offerExpiresAt: string;
}

const offeredOf = (source: Source): Offered | undefined => {
  const place = placeOf(source);
  return place === undefined ? undefined : { ...place, offerExpiresAt: String(source.data.offerExpiresAt) };
};

const EXAMPLE_OFFER: Offered = { ...EXAMPLE_PLACE, offerExpiresAt: '2026-11-26T17:50:00.000Z' };

export const waitlistOffered = letterKind({
  gather: offeredOf,
  example: EXAMPLE_OFFER,
  tell(facts: Offered, reader) {
    const { t, formats } = reader;
    const content = partsOfBooking(facts, reader);
    const until = formats.dayTime(facts.offerExpiresAt, facts.timezone);
    return {
      ...content,
      values: { ...content.values, until },
      facts: [{ label: t('takeUntil'), lines: [until] }, ...content.facts],
      action: memberAction('bookings', t('takePlace'), reader),
    };
  },
});

export const waitlistLapsed = letterKind({
  gather: offeredOf,
  example: EXAMPLE_OFFER,
  tell(facts: Offered, reader) {
    const content = partsOfBooking(facts, reader);
    return {
      ...content,
      values: { ...content.values, until: reader.formats.dayTime(facts.offerExpiresAt, facts.timezone) },
    };
  },
});

export const waitlistOpen = letterKind({
  gather: placeOf,
  example: EXAMPLE_PLACE,
  tell: (facts: Place, reader) => ({
    ...partsOfBooking(facts, reader),
    action: memberAction('bookings', reader.t('bookSpot'), reader),
  }),
});

/** Whether a session starts on the day of the letter, or on the next one, by the clock of its site. */
const nearOf = (startTime: string, now: string, timezone: string): 'today' | 'tomorrow' | 'other' => {
  const days = daysBetween(localDateAt(epochOf(now), timezone), localDateAt(epochOf(startTime), timezone));
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'other';
};

export const bookingReminder = letterKind({
  gather: placeOf,
  example: EXAMPLE_PLACE,
  tell(facts, reader) {
    const content = partsOfBooking(facts, reader);
    return { ...content, values: { ...content.values, near: nearOf(facts.startTime, reader.now, facts.timezone) } };
  },
});

interface Invitation extends Place {
  readonly host: string;
  readonly waiver: 'needed' | 'other';
  readonly cost: 'host' | 'free' | 'other';
}

const costOf = (payment: string, isFree: number): Invitation['cost'] => {
  if (payment !== 'free_first_visit') return 'host';
  return isFree === 1 ? 'free' : 'other';
};

/** The values of an email to a guest: nothing of what pays, which is the host's. */
const GUEST_VALUES: ReadonlySet<string> = new Set(['what', 'day', 'site', 'weekday', 'time', 'instructor']);

/** The one mail that a guest gets: who brings them where, what it costs, and what they sign before. */
export const guestInvitation = letterKind<Invitation>({
  gather(source) {
    const [place, found] = [placeOf(source), bookingOf(source)];
    const guest = found && guestOf(source.read, found.booking.id);
    if (place === undefined || found === undefined || guest === undefined) return undefined;
    const { booking } = found;
    const host = Client.rows.find(source.read, guest.hostClientId);
    const { isNeeded } = agreementState(source.read, booking.clientId, 'waiver', booking.siteId);
    return {
      ...place,
      host: host?.firstName ?? '',
      waiver: isNeeded ? 'needed' : 'other',
      cost: costOf(guest.payment, guest.isFree),
    };
  },
  example: { ...EXAMPLE_PLACE, host: 'Mia', waiver: 'needed', cost: 'host' },
  tell(facts, reader) {
    const { values, ...parts } = partsOfBooking(facts, reader);
    const url = reader.guestUrl(String(reader.about.bookingId ?? ''));
    return {
      ...parts,
      values: {
        ...Object.fromEntries(Object.entries(values).filter(([name]) => GUEST_VALUES.has(name))),
        host: facts.host,
        waiver: facts.waiver,
        cost: facts.cost,
      },
      action: { label: reader.t('openInvitation'), url },
      noteLink: { label: reader.t('noMoreInvitations'), url: `${url}/no-mails` },
    };
  },
});

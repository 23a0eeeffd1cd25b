import { guestOf } from '../../bookings/guests/queries.ts';
import { Client } from '../../clients/record.ts';
import { agreementState } from '../../member-sign-in/agreements/agreements.ts';
import { letterKind } from './context.ts';
import { bookingOf, EXAMPLE_PLACE, type Place, partsOfBooking, placeOf } from './place.ts';

interface Invitation extends Place {
  readonly host: string;
  readonly waiver: 'needed' | 'other';
  readonly cost: 'host' | 'free' | 'studio';
}

const costOf = (payment: string, isFree: number): Invitation['cost'] => {
  if (payment !== 'free_first_visit') return 'host';
  return isFree === 1 ? 'free' : 'studio';
};

/** What pays is the host's. */
const NOTHING_PAID = { paid: 'other', package: '', used: 0, left: 0 } as const;

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
      values: { ...values, ...NOTHING_PAID, host: facts.host, waiver: facts.waiver, cost: facts.cost },
      action: { label: reader.t('openInvitation'), url },
      noteLink: { label: reader.t('noMoreInvitations'), url: `${url}/no-mails` },
    };
  },
});

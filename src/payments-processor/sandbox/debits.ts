import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Card, Dispute, ProcessorEvent } from '../port.ts';

/** What becomes of a debit after the days that banks take for it. */
type Outcome = 'settles' | 'fails' | 'is_disputed' | 'is_won';

/** The accounts of the sandbox, by what happens when they are charged: the numbers that Stripe publishes for tests. */
const ACCOUNTS: Readonly<Record<string, Outcome>> = {
  DE89370400440532013000: 'settles',
  DE62370400440532013001: 'fails',
  DE35370400440532013002: 'is_disputed',
  DE08370400440532013003: 'is_won',
};

const DAYS = { settles: 3, fails: 4, is_disputed: 3, is_won: 3 } as const;
const DISPUTED_AFTER_DAYS = 20;
const WON_AFTER_DAYS = 25;

/** The way in which a holder pays on a device. */
export type DeviceWay = 'wallet' | 'debit' | 'redirect';

/** A debit under way. */
export interface Debit {
  readonly outcome: Outcome;
  readonly endsAt: string;
  /** When its holder disputes it; null for most. */
  readonly disputedAt: string | null;
  /** When its bank decides for the studio; absent for most. */
  readonly wonAt?: string;
  /** How many of its events were taken. */
  readonly reported: number;
}

export const debitOf = (outcome: Outcome, nowMs: number): Debit => ({
  outcome,
  endsAt: isoInstant(nowMs + DAYS[outcome] * DAY_MS),
  disputedAt:
    outcome === 'is_disputed' || outcome === 'is_won' ? isoInstant(nowMs + DISPUTED_AFTER_DAYS * DAY_MS) : null,
  ...(outcome === 'is_won' ? { wonAt: isoInstant(nowMs + WON_AFTER_DAYS * DAY_MS) } : {}),
  reported: 0,
});

export const RETURNED = { code: 'insufficient_funds', message: 'The bank returned the debit: not enough funds.' };

/** What becomes of a debit from an account; undefined for an account that the sandbox does not know. */
export const outcomeOf = (iban: string): Outcome | undefined => ACCOUNTS[iban.replaceAll(/\s/g, '').toUpperCase()];

/** The events of a debit that are due and were not taken yet. */
export const eventsOf = (
  { id, debit }: { readonly id: string; readonly debit: Debit },
  now: string,
  place: ProcessorEvent['place'],
): readonly ProcessorEvent[] => {
  const { outcome, endsAt, disputedAt, wonAt = null, reported } = debit;
  const all = [
    {
      type: outcome === 'fails' ? 'payment_intent.payment_failed' : 'payment_intent.succeeded',
      at: endsAt,
      objectId: id,
    },
    { type: 'charge.dispute.created', at: disputedAt, objectId: disputeId(id) },
    { type: 'charge.dispute.closed', at: wonAt, objectId: disputeId(id) },
  ];
  return all
    .filter(({ at }) => at !== null && at <= now)
    .slice(reported)
    .map(({ type, objectId }) => ({ id: `evt_${id}_${type}`, type, objectId, place }));
};

/** What the bank says of the dispute of a debit. */
export const disputeStatus = ({ wonAt }: Pick<Debit, 'wonAt'>, now: string): Dispute['status'] => {
  if (wonAt === undefined) return 'lost';
  return wonAt <= now ? 'won' : 'open';
};

/** A charge of the sandbox has one dispute at most. */
const DISPUTE = 'dp_';
const disputeId = (chargeId: string): string => `${DISPUTE}${chargeId}`;
export const chargeOfDispute = (id: string): string => id.slice(DISPUTE.length);

interface Holder {
  readonly id: string;
  readonly iban?: string | undefined;
  readonly name?: string | null;
  readonly now: string;
}

/** What a way to pay on a device saves, or shows of itself. */
export const methodOfWay = (way: DeviceWay, { id, iban = '', name = null, now }: Holder): Card => {
  const common = {
    id,
    funding: 'unknown',
    country: 'DE',
    billingName: name,
    bankName: null,
    mandate: null,
    fingerprint: null,
  };
  const nothing = { brand: null, last4: '', expMonth: null, expYear: null };
  if (way === 'wallet') {
    const card = { type: 'card', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099 } as const;
    return { ...common, ...card, funding: 'credit', country: 'US' };
  }
  if (way === 'redirect') return { ...common, ...nothing, type: 'twint', country: 'CH' };
  const mandate = { reference: `SANDBOX-${id.slice(-8).toUpperCase()}`, acceptedAt: now };
  const last4 = iban.replaceAll(/\s/g, '').slice(-4);
  return { ...common, ...nothing, type: 'sepa_debit', last4, bankName: 'Sandbox Bank', mandate };
};

export const PROCESSOR_NAMES = ['sandbox', 'stripe'] as const;
export const PROCESSOR_MODES = ['test', 'live'] as const;

/** The part of the processor in which an object exists: the mode of the keys, and the account; null is the platform's. */
export interface Place {
  readonly mode: (typeof PROCESSOR_MODES)[number];
  readonly account: string | null;
}

/** What went wrong there, in terms that decide what we do about it. */
export type FailureKind =
  /** The card was refused. */
  | 'declined'
  /** The processor will not do it: too much, too late, already done. */
  | 'refused'
  /** It does not exist in that place. */
  | 'not_found'
  /** We asked for something impossible; a fault of ours or of the configuration. */
  | 'invalid'
  /** Not reached, too slow, or broken: whether it happened is unknown, and asking again with the same key tells. */
  | 'away'
  /** It answered what nobody can understand; as unknown as `away`. */
  | 'garbage';

/** Every error of every adapter. */
export class ProcessorFailure extends Error {
  /** Whether the same request with the same idempotency key may succeed later. */
  readonly retryable: boolean;

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The processor's own word for it, such as `card_declined`. */
    readonly code: string = kind,
  ) {
    super(message);
    this.retryable = kind === 'away' || kind === 'garbage';
  }
}

/** What may be told of a card. */
export interface Card {
  /** The processor's id of the saved card. */
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** credit, debit, prepaid or unknown. */
  readonly funding: string;
  /** Where it was issued, ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** The name that the member typed with it. */
  readonly billingName: string | null;
}

/** A card on its way to be saved. */
export interface Setup {
  readonly id: string;
  /** Goes to the member's device, with the publishable key; never into a log. */
  readonly clientSecret: string;
  readonly status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  readonly place: Place;
  /** Our own id of the payment method that it was made for. */
  readonly methodId: string;
  readonly customerId: string;
  /** Present when it succeeded. */
  readonly card: Card | null;
  /** Why the last try failed. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

interface Customer {
  readonly clientId: string;
  readonly email: string;
  readonly name: string;
}

/** Money to be taken from a saved card, in minor units. */
export interface ChargeRequest {
  readonly customerId: string;
  readonly cardId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  /** What of it goes to the platform, minor units. */
  readonly platformFee: number;
  /** Our own words for it, kept with the charge, so that an event about it finds the way back. */
  readonly reference: string;
}

export interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** A charge as it stands there. */
export interface ChargeState extends Charge {
  readonly status: 'succeeded' | 'failed' | 'pending';
  readonly amountRefunded: number;
  /** Our own words for it, where it is one of ours. */
  readonly reference: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** A saved card as it stands there; without a customer it can no longer be charged. */
interface CardState {
  readonly card: Card;
  readonly customerId: string | null;
}

/** Money to be given back, in minor units. */
interface RefundRequest {
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
}

export interface Refund {
  readonly id: string;
  readonly amount: number;
  /** `pending` is settled by a later question with the same key. */
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly failureCode: string | null;
}

/** Something that happened there; the object is fetched anew, since the event may be old. */
export interface ProcessorEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  readonly place: Place;
}

/**
 * Cards (notes/processor.md). What changes something takes a key that is derived from our own row and stored before
 * the call: the same key always gives the same result, however often it is sent. Never called in a transaction.
 * Every method may throw a ProcessorFailure and nothing else.
 */
export interface Processor {
  readonly name: (typeof PROCESSOR_NAMES)[number];
  /** The mode of its keys. */
  readonly mode: Place['mode'];
  /** What the member's device calls itself with. */
  publishableKey(place: Place): string;
  /** Whether the account may charge cards yet. */
  accountState(place: Place): Promise<{ readonly chargesEnabled: boolean; readonly isComplete: boolean }>;
  /** The id of the customer that stands for a client there. */
  ensureCustomer(place: Place, key: string, customer: Customer): Promise<string>;
  createSetup(
    place: Place,
    key: string,
    setup: { readonly customerId: string; readonly methodId: string },
  ): Promise<Setup>;
  readSetup(place: Place, setupId: string): Promise<Setup>;
  /** Gives up a setup that was never finished; one that is over already stays as it is. */
  cancelSetup(place: Place, setupId: string): Promise<void>;
  readCard(place: Place, cardId: string): Promise<CardState>;
  /** Forgets a saved card; one that is forgotten already is no error. */
  detach(place: Place, cardId: string): Promise<void>;
  /** @throws ProcessorFailure `declined` with the reason. */
  charge(place: Place, key: string, request: ChargeRequest): Promise<Charge>;
  /**
   * Learns what became of a charge whose answer was lost, and sees to it that one which never happened never will.
   * @returns the charge that happened; null when there is none and there will be none with this key.
   * @throws ProcessorFailure `declined` when that was the answer.
   */
  abandon(place: Place, key: string, request: ChargeRequest): Promise<Charge | null>;
  readCharge(place: Place, chargeId: string): Promise<ChargeState>;
  refund(place: Place, key: string, request: RefundRequest): Promise<Refund>;
  readRefund(place: Place, refundId: string): Promise<Refund>;
  /**
   * What an inbound message tells.
   * @param body the exact text of the request.
   * @throws ProcessorFailure `invalid` when the signature does not fit.
   */
  verifyEvent(body: string, signature: string): Promise<ProcessorEvent>;
}

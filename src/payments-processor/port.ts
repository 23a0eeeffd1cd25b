import { HOUR_MS } from '../kernel/durations.ts';

export const PROCESSOR_NAMES = ['sandbox', 'stripe'] as const;
export const PROCESSOR_MODES = ['test', 'live'] as const;

/** The part of the processor in which an object exists: the mode of the keys, and the account; null is the platform's. */
export interface ProcessorAccount {
  readonly mode: (typeof PROCESSOR_MODES)[number];
  readonly account: string | null;
}

/** What a failure of the processor means for the caller. */
export type FailureKind =
  | 'declined'
  /** The processor rejects the request in this state: too much, too late, or already done. */
  | 'rejected'
  /** The object does not exist in that place. */
  | 'not_found'
  /** The request or the configuration is wrong. */
  | 'invalid'
  /** The key is rejected, or its use for the account. This call did nothing; a retry may succeed once the key is right. */
  | 'unauthorized'
  /** Not reached, too slow, or broken. The result is unknown; a retry with the same key finds it. */
  | 'unavailable'
  /** The response is not what was requested. The result is unknown, as with `unavailable`. */
  | 'unexpected';

/** The only error that adapters throw. */
export class ProcessorFailure extends Error {
  /** Whether the same request with the same idempotency key may succeed later. */
  readonly retryable: boolean;

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The processor's own code, such as `insufficient_funds`. */
    readonly code: string = kind,
  ) {
    super(message);
    this.retryable = kind === 'unavailable' || kind === 'unexpected' || kind === 'unauthorized';
  }
}

/** Whether an error says that the processor rejects the key, as it would for any other call. */
export const isKeyRejected = (error: unknown): boolean =>
  error instanceof ProcessorFailure && error.kind === 'unauthorized';

/** What the holder of a bank account has agreed to. */
export interface Mandate {
  readonly reference: string | null;
  readonly acceptedAt: string | null;
}

/** The parts of a card, or of another payment method, that may be shown and stored. */
export interface Card {
  /** The processor's id of the saved card. */
  readonly id: string;
  /** The processor's word: card, sepa_debit, bacs_debit, us_bank_account, twint and others. Wallets are cards. */
  readonly type: string;
  /** Null for what is no card, as are the dates. */
  readonly brand: string | null;
  /** Empty where there are none. */
  readonly last4: string;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  readonly bankName: string | null;
  /** Null for what needs none. */
  readonly mandate: Mandate | null;
  /** credit, debit, prepaid or unknown. */
  readonly funding: string;
  /** The country of the issuer, ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly billingName: string | null;
  /** The same for a number or an account, whoever has saved it; null where the processor gives none. */
  readonly fingerprint: string | null;
}

/** A setup intent: it saves a card once the member's device has confirmed it. */
export interface Setup {
  readonly id: string;
  /** For the member's device, with the publishable key. It is never logged. */
  readonly clientSecret: string;
  /** `processing`: the bank takes days, and the holder has nothing left to do on our page. */
  readonly status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  readonly place: ProcessorAccount;
  /** Our id of the payment method. */
  readonly methodId: string;
  readonly customerId: string;
  /** The saved card, once the setup has succeeded. */
  readonly card: Card | null;
  /** Why the last attempt failed. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

interface Customer {
  readonly clientId: string;
  /** null for a client without one. */
  readonly email: string | null;
  readonly name: string;
}

/** A charge to a saved card, amounts in minor units. */
export interface ChargeRequest {
  readonly customerId: string;
  /** Null where the holder chooses on the device how to pay: only `chargeWithHolder` and `abandon` know that. */
  readonly cardId: string | null;
  /** The type of the saved method; a card by default. */
  readonly type?: string;
  /** Whether what the holder chooses is saved for further charges. */
  readonly isKept?: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  /** The part of the amount that the platform takes. */
  readonly platformFee: number;
  /** Our reference, stored with the charge, by which an event about it finds the payment. */
  readonly reference: string;
  /** What it pays for, in words that a restored database has too; left out for what is not begun again after a restore. */
  readonly subject?: string;
}

export interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  /** The bank takes days for it, and may still refuse. */
  readonly isProcessing?: true;
  /** What the holder has chosen on the device. */
  readonly method?: Card;
}

/** A charge that the holder of the card has to approve first, at their bank. */
export interface Approval {
  /** Reads the charge, as the id of a charge does. */
  readonly id: string;
  /** For the holder's device, with the publishable key. It is never logged or stored. */
  readonly clientSecret: string;
  /** The page on which the holder approves it, from where they are led back; null where the processor's script asks. */
  readonly url: string | null;
}

export interface ChargeState extends Charge {
  readonly status: 'succeeded' | 'failed' | 'pending';
  /** What the holder has to approve; such a charge is pending. */
  readonly approval: Approval | null;
  readonly amountRefunded: number;
  /** Our reference; null for a charge that is not ours. */
  readonly reference: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** A charge that was made, or for which the bank takes days, with what it says of itself. */
export interface MadeCharge extends Charge {
  readonly amountRefunded: number;
  readonly reference: string | null;
  readonly subject: string;
}

/** The state of a saved card at the processor; one without a customer can no longer be charged. */
interface CardState {
  readonly card: Card;
  readonly customerId: string | null;
}

/** The holder of a card or an account disputes a charge at the bank. */
export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
  /** The processor's word. */
  readonly reason: string;
  readonly status: 'open' | 'won' | 'lost';
}

/** A refund, its amount in minor units. */
export interface RefundRequest {
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
}

export interface Refund {
  readonly id: string;
  readonly chargeId: string;
  readonly amount: number;
  /** The result of one that is `pending` is read with its id. */
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly failureCode: string | null;
}

/** An event of the processor. Handlers read the object again, since the event may be old. */
export interface ProcessorEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  readonly place: ProcessorAccount;
}

/** How long a processor remembers an idempotency key at least, ms. */
export const KEY_REMEMBERED_MS = 20 * HOUR_MS;

/**
 * A card processor (docs/cards.md). Methods that change something take an idempotency key, made from a row that is
 * stored before the call: repeated calls with one key have one result. Never called in a transaction. Every method
 * throws only ProcessorFailure.
 */
export interface Processor {
  readonly name: (typeof PROCESSOR_NAMES)[number];
  readonly mode: ProcessorAccount['mode'];
  /** The key with which the member's device calls the processor. */
  publishableKey(place: ProcessorAccount): string;
  /** The part of a platform fee that is taken from a charge in a place, minor units: nothing where there is no platform. */
  platformFee(place: ProcessorAccount, fee: number, currency: string): number;
  /** Whether the account may charge cards yet, and whether its onboarding is complete. */
  accountState(place: ProcessorAccount): Promise<{ readonly chargesEnabled: boolean; readonly isComplete: boolean }>;
  /** Creates the customer of a client. Returns its id. */
  ensureCustomer(place: ProcessorAccount, key: string, customer: Customer): Promise<string>;
  /** Deletes a customer with its name, email and saved cards. Charges stay, and can be refunded. Deleting again does nothing. */
  deleteCustomer(place: ProcessorAccount, customerId: string): Promise<void>;
  createSetup(
    place: ProcessorAccount,
    key: string,
    setup: {
      readonly customerId: string;
      readonly methodId: string;
      /** Any way to pay that the account has switched on, not only cards. */
      readonly isAnyWay?: true;
    },
  ): Promise<Setup>;
  readSetup(place: ProcessorAccount, setupId: string): Promise<Setup>;
  /** Cancels a setup. One that has succeeded or is canceled stays as it is. */
  cancelSetup(place: ProcessorAccount, setupId: string): Promise<void>;
  readCard(place: ProcessorAccount, cardId: string): Promise<CardState>;
  /** Removes a saved card. Removing it again does nothing. */
  detach(place: ProcessorAccount, cardId: string): Promise<void>;
  /**
   * @param begunAt when a call with this key was first made, if that is so long ago that the key may be forgotten
   *   (`KEY_REMEMBERED_MS`): then what it made is looked for first.
   * @throws ProcessorFailure `declined` with the reason.
   */
  charge(place: ProcessorAccount, key: string, request: ChargeRequest, begunAt?: string): Promise<Charge>;
  /**
   * Charges a card whose holder is there to approve it. `charge` declines a card that needs that.
   * @param returnUrl where the page of the bank leads back to; null where the processor's script asks on the device.
   * @returns the approval that it waits for, or the charge.
   * @throws ProcessorFailure as `charge`.
   */
  chargeWithHolder(
    place: ProcessorAccount,
    key: string,
    request: ChargeRequest,
    returnUrl: string | null,
    begunAt?: string,
  ): Promise<Charge | { readonly approval: Approval }>;
  /**
   * Finds the result of a charge whose response was lost, or that waits for an approval, and prevents it if it was not made.
   * @param begunAt as for `charge`.
   * @returns the charge if it was made; null if it was not, and never will be with this key.
   * @throws ProcessorFailure `declined` if it was declined.
   */
  abandon(place: ProcessorAccount, key: string, request: ChargeRequest, begunAt?: string): Promise<Charge | null>;
  readCharge(place: ProcessorAccount, chargeId: string): Promise<ChargeState>;
  /** The charges from one instant to another that say what they pay for, and were made or are taking days at the bank. */
  madeBetween(place: ProcessorAccount, from: string, until: string): Promise<readonly MadeCharge[]>;
  /** @param begunAt as for `charge`. */
  refund(place: ProcessorAccount, key: string, request: RefundRequest, begunAt?: string): Promise<Refund>;
  readRefund(place: ProcessorAccount, refundId: string): Promise<Refund>;
  readDispute(place: ProcessorAccount, disputeId: string): Promise<Dispute>;
  /**
   * Tells the events of a processor that sends none, those of a charge in their order. One that was not taken, or whose teller ended
   * before it could say so, is told again by the next call.
   * @param tell returns whether the event was taken.
   */
  tellDueEvents?(place: ProcessorAccount, tell: (event: ProcessorEvent) => Promise<boolean>): Promise<void>;
  /** The header that has the signature of its events, in lower case; null for a processor that sends none. */
  readonly signatureHeader: string | null;
  /**
   * Reads an event from a message of the processor.
   * @param body the exact text of the request.
   * @throws ProcessorFailure `invalid` when the signature does not match.
   */
  verifyEvent(body: string, signature: string): Promise<ProcessorEvent>;
}

/** A card as a member types it. Only brand and last four are ever kept. */
export interface TypedCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
  /** The name on it. */
  readonly name?: string;
}

/** How a test card behaves (notes/processor.md "The sandbox processor"). */
interface Behaviour {
  readonly onSetup: 'accept' | 'decline' | 'ask';
  readonly onCharge: 'accept' | 'no_funds';
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': { onSetup: 'accept', onCharge: 'accept' },
  '4000000000000002': { onSetup: 'decline', onCharge: 'no_funds' },
  '4000000000009995': { onSetup: 'accept', onCharge: 'no_funds' },
  '4000002500003155': { onSetup: 'ask', onCharge: 'accept' },
};

/** A card that the sandbox knows, without its number. */
export interface KnownCard extends Behaviour {
  readonly brand: 'visa';
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly funding: 'credit';
  readonly country: 'US';
  readonly billingName: string | null;
}

/** What is kept of a typed card; undefined for a number that is no test card. */
export const knownCard = ({ number, expMonth, expYear, name }: TypedCard): KnownCard | undefined => {
  const digits = number.replaceAll(/[\s-]/g, '');
  const behaviour = BEHAVIOURS[digits];
  const shown = {
    brand: 'visa',
    last4: digits.slice(-4),
    expMonth,
    expYear,
    funding: 'credit',
    country: 'US',
  } as const;
  return behaviour && { ...behaviour, ...shown, billingName: name ?? null };
};

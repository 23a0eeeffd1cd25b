/** What a card or another way to pay shows of itself. */
interface Shown {
  /** The type of what is no card. */
  readonly type?: string | undefined;
  readonly brand: string | null;
  readonly last4: string | null;
}

/** What ways to pay are called everywhere, by the processor's word for them. Others show that word. */
export const WAYS: Readonly<Record<string, string>> = {
  sepa_debit: 'SEPA',
  bacs_debit: 'Bacs',
  us_bank_account: 'ACH',
  acss_debit: 'PAD',
  au_becs_debit: 'BECS',
  link: 'Link',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  twint: 'TWINT',
  blik: 'BLIK',
  p24: 'Przelewy24',
  eps: 'EPS',
};

/** The brands whose name is not their word of the API with a capital. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Visa, SEPA: without the digits. */
export const brandName = ({ type = 'card', brand }: Omit<Shown, 'last4'>): string => {
  const word = brand ?? type;
  return BRANDS[word] ?? WAYS[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
};

/** Visa 4242, SEPA 3000, TWINT */
export const wayName = ({ last4, ...shown }: Shown): string =>
  last4 === null || last4 === '' ? brandName(shown) : `${brandName(shown)} ${last4}`;

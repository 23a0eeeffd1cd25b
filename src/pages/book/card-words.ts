/** The brands whose name is not their word of the API with a capital. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const brandName = (brand: string): string => BRANDS[brand] ?? brand.slice(0, 1).toUpperCase() + brand.slice(1);

/** Visa 4242 */
export const cardName = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brandName(brand)} ${last4}`;

/** 08/28 */
export const cardEnd = ({ expMonth, expYear }: { readonly expMonth: number; readonly expYear: number }): string =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;

/**
 * The currencies of ISO 4217, list one of 1 January 2026 (SIX, maintenance agency), without funds, metals and test codes. The
 * runtime and each browser have tables of their own, which follow CLDR and change with their versions: stored amounts would
 * change with them.
 */
export const CURRENT_CURRENCIES: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP',
  'CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD',
  'JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN',
  'NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN',
  'SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG',
].flatMap((line) => line.split(' '));

/** The currencies whose minor unit is not a hundredth, by its digits (the same list). BYR, of list three, had none. */
const OTHER_DIGITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const DIGITS = new Map(
  OTHER_DIGITS.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
);

/** How many decimals a currency has: 2 for USD, 0 for JPY, 3 for KWD. @param currency three capital letters */
export const currencyDecimals = (currency: string): number => DIGITS.get(currency) ?? 2;

/** An amount of minor units in whole ones: 1250 cents are 12.5 dollars. */
export const majorUnits = (amount: number, currency: string): number => amount / 10 ** currencyDecimals(currency);

/** The same with the decimals of the currency, as forms and data have it: 12.50. */
export const plainAmount = (amount: number, currency: string): string =>
  majorUnits(amount, currency).toFixed(currencyDecimals(currency));

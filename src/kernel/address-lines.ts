interface Address {
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly postalCode?: string | null;
  readonly country?: string | null;
}

/** Where the postal code is after the town; in most other countries it is before it. */
const CODE_LAST = new Set(['AU', 'BR', 'CA', 'GB', 'ID', 'IE', 'IN', 'KR', 'NZ', 'PH', 'SG', 'TH', 'TW', 'US', 'ZA']);

/** The town with its postal code, as its country writes it: New York, NY 10012 or 10115 Berlin. */
const townLine = ({ city, state, postalCode, country }: Address): string => {
  const isLast = country == null ? Boolean(state) : CODE_LAST.has(country);
  if (!isLast) return [postalCode, city].filter(Boolean).join(' ');
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(state ? ', ' : ' ');
};

/** An address as letters have it, without its country. */
export const addressLines = (address: Address | null | undefined): readonly string[] =>
  address == null ? [] : [address.line1, address.line2, townLine(address)].flatMap((line) => line || []);

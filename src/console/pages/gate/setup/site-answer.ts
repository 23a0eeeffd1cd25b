/** The name and address of the first location. */
export interface SiteAnswer {
  readonly name?: string;
  readonly address?: { line1?: string; postalCode?: string; city?: string; state?: string; country?: string } | null;
}

/** What the set-up sends of the first location: what was typed, and the country that is shown beside an address. */
export const siteAnswer = ({ name = '', address }: SiteAnswer, country: string): SiteAnswer => {
  const { line1 = '', postalCode = '', city = '', state = '' } = address ?? {};
  const typed = Object.entries({ line1, postalCode, city, state }).filter(([, value]) => value.trim() !== '');
  const isChosen = typed.length > 0 || (address?.country ?? '') !== '';
  return {
    ...(name.trim() === '' ? {} : { name }),
    ...(isChosen ? { address: { ...Object.fromEntries(typed), ...(country === '' ? {} : { country }) } } : {}),
  };
};

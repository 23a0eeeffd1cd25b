/** How German texts address members: du or Sie. Other languages have one form. */
export const FORMS_OF_ADDRESS = ['informal', 'formal'] as const;
export type FormOfAddress = (typeof FORMS_OF_ADDRESS)[number];

/** The texts that a catalogue has otherwise in its other form of address, by part and name. */
export type OtherForm<Texts> = { readonly [Part in keyof Texts]?: Partial<Texts[Part]> };

/** A whole catalogue with the texts of its other form of address. */
export const inOtherForm = <Texts extends object>(texts: Texts, other: OtherForm<Texts>): Texts => ({
  ...texts,
  ...Object.fromEntries(
    Object.entries(other).map(([part, own]) => [part, { ...Reflect.get(texts, part), ...(own as object) }]),
  ),
});

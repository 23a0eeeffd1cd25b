import { chainOf, type Language } from './languages.ts';

/** The texts of an area in a language: by part, then by name. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The texts of an area in a language that may lack parts and texts. */
export type PartOfCatalogue<Whole> = { readonly [Part in keyof Whole]?: Partial<Whole[Part]> };

/** Catalogues in one: what a later one has replaces what an earlier one has, text by text. */
const layered = <Whole extends Catalogue>(layers: readonly PartOfCatalogue<Whole>[]): Whole => {
  const parts = [...new Set(layers.flatMap((layer) => Object.keys(layer)))];
  const whole = parts.map((part) => ({
    [part]: Object.assign({}, ...layers.map((layer) => Reflect.get(layer, part))),
  }));
  return Object.assign({}, ...whole);
};

/** What a browser loads of the texts of a language: its fallback where it lacks some, then itself. */
export type Load = readonly (() => Promise<{ readonly texts: Catalogue }>)[];

/** The texts of a language, with those of its fallback where it lacks some. */
export const loadCatalogue = async (load: Load): Promise<Catalogue> =>
  layered((await Promise.all(load.map((each) => each()))).map(({ texts }) => texts));

/** How texts address members, where their language has several forms. Each language that has them declares its own. */
export const FORMS_OF_ADDRESS = ['informal', 'formal'] as const;
export type FormOfAddress = (typeof FORMS_OF_ADDRESS)[number];

/** Gives the texts of an area in a language and form of address, text by text from its fallback where it lacks one. */
export const catalogues = <Whole extends Catalogue>(
  folders: Readonly<Record<string, PartOfCatalogue<Whole>>>,
): ((language: Language, form: FormOfAddress) => Whole) => {
  const kept = new Map<string, Whole>();
  return (language, form) => {
    const key = `${language}-x-${form}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const names = chainOf(language).flatMap((tag) => [tag, `${tag}-x-${form}`]);
    const made = layered<Whole>(names.map((name) => folders[name]).filter((layer) => layer !== undefined));
    kept.set(key, made);
    return made;
  };
};

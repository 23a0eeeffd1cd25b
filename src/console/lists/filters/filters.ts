import type { TextKey, TextValues } from '../../../texts/translate.ts';

/** A value of a filter, by the text of it in the address. */
interface FilterChoice {
  readonly id: string;
  readonly name: string;
}

/** A filter of a list, with its value in the address. */
export interface ListFilter {
  /** The name in the address. */
  readonly id: string;
  readonly label: string;
  readonly choices: readonly FilterChoice[];
  /** The text in the address; undefined where the list is not filtered by it. */
  readonly value: string | undefined;
  /** The words of a value that is not among the choices. */
  readonly shown?: string | undefined;
  /** Asks for a value that is not among the choices. */
  readonly ask?: { readonly name: string; readonly onAsk: () => void };
  /** Whether a line is above it in the menu. */
  readonly isApart?: boolean;
}

/** A filter that is set, in words. */
export interface Chip {
  /** The name in the address. */
  readonly id: string;
  readonly label: string;
  readonly words: { readonly id: TextKey; readonly values?: TextValues };
}

/** The filters that are set; without those whose value no one knows. */
export const chipsOf = (filters: readonly ListFilter[]): readonly Chip[] =>
  filters.flatMap(({ id, label, value, shown, choices }) => {
    const known = value === undefined ? undefined : (shown ?? choices.find((each) => each.id === value)?.name);
    return known === undefined
      ? []
      : [{ id, label, words: { id: 'lists.chip', values: { name: label, value: known } } }];
  });

/** The text of an address as one of some words; undefined for every other text. */
export const wordOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((each) => each === text);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The text of an address as an id; undefined for every other text. */
export const idOf = (text: string | undefined): string | undefined =>
  text !== undefined && UUID.test(text) ? text : undefined;

/**
 * The parameter by which payments and check-ins come in the order of their moments: what was imported later is not above what
 * happened since. One status has few rows, which the server finds without it.
 */
export const byMoment = ({ status }: { readonly status?: string | undefined }) =>
  status === undefined ? { from: '1970-01-01T00:00:00Z' } : {};

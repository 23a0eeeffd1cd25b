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
}

/** The words of a filter's value; undefined where it is not set, or nobody knows the value. */
export const shownValue = ({ value, shown, choices }: ListFilter): string | undefined =>
  value === undefined ? undefined : (shown ?? choices.find(({ id }) => id === value)?.name);

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

import type { ClientsSearch } from './filters.ts';

/** A list of clients as it was shown last. */
interface Seen {
  readonly search: ClientsSearch;
  /** The name of the saved list; undefined for all clients. */
  readonly name: string | undefined;
}

let seen: Seen = { search: {}, name: undefined };

/** Remembers which list is shown, so that the way back from a client keeps its filters, without the dialog that adds one. */
export const rememberList = ({ search: { new: _asked, ...search }, name }: Seen): void => {
  seen = { search, name };
};

export const lastList = (): Seen => seen;

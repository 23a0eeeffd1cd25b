import { unfinishedChanges } from '../../database/long-change.ts';

/** An erased client of whom the processor or the search index has something yet. */
export interface ErasureRow {
  readonly clientId: string;
  readonly createdAt: string;
}

/** What is left of removing the traces of a client from other records. */
export const unfinishedTraces = unfinishedChanges<{
  /** The names, addresses and numbers to remove from texts. */
  readonly identifiers: readonly string[];
  /** The event of the erasure. Earlier events of the client lose their personal data. */
  readonly eventId: string;
  /** The position in the list of steps, and where that step continues. */
  readonly step: number;
  readonly after: string;
}>('erasure');

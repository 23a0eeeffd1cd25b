import { unfinishedChanges } from '../../database/long-change.ts';

/** The awards that old facts are still counted for, and the last member who is done. */
export const unfinishedAwards = unfinishedChanges<{
  readonly after: string;
  /** Raises nothing: the award was imported. */
  readonly isSilent?: boolean;
}>('award');

import type { SetupLink } from '../../../auth/staff/setup-link.ts';
import type { Read, Tx } from '../../../database/database.ts';

/** The demo data with which an owner may begin. */
export interface DemoData {
  /** Makes them in another process, which takes some seconds. @returns what `place` takes. */
  make(start: { readonly now: number; readonly zone: string; readonly currency: string }): Promise<string>;
  /** @throws Problem 409 `studio_not_empty`. */
  requireEmpty(read: Read): void;
  /** Fills the studio, whose owner exists. @throws Problem 409 `studio_not_empty`. */
  place(tx: Tx, made: string, ownerId: string): void;
}

/** With what the first owner begins. */
export interface SetupPorts {
  /** The link of the first owner; undefined where none was printed. */
  readonly setup: SetupLink | undefined;
  /** Makes demo data and fills an empty studio with them; undefined where the program has no demo data. */
  readonly demoData: DemoData | undefined;
}

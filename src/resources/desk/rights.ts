import { rightsToRead } from '../../events/rights.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { type Caller, hasRights, hasScope } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';

/** The records that the answers of the desk are made from. */
type Part = 'booking' | 'client' | 'package' | 'payment' | 'session' | 'webhook';

/** Whether a caller may read records of a kind by other operations too: the answers of the desk show nothing more. */
export const mayRead = (caller: Caller, part: Part): boolean => hasRights(caller, rightsToRead(part));

/** The operations that the caller of a request may use, of some by their ids. */
export type MayDo = (...ids: readonly string[]) => string[];

/** The operations that a caller may use, as their declarations say. */
export const operationsOf =
  (caller: Caller, requireOperation: RequireOperation): MayDo =>
  (...ids) =>
    ids.filter((id) => {
      // Its rule asks for this scope besides the scope of the operation.
      if (id === 'waivePenalty' && !hasScope(caller, 'bookings:waive_penalty')) return false;
      try {
        requireOperation(caller, [id]);
        return true;
      } catch (error) {
        if (error instanceof Problem) return false;
        throw error;
      }
    });

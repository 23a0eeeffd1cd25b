import { setRealTimeout } from '../../kernel/clock.ts';
import type { ApiResponse, CallArguments, OperationId } from './api-operations.ts';
import { ApiRefusal } from './messages.ts';
import type { MemberVisit } from './visit.ts';

/** How often, and after how many ms, a second press of a button asks for the result of the first. */
const WAITS = { times: 40, ms: 250 } as const;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setRealTimeout(ms, resolve);
  });

/** Sends a request again while the same request is being answered, such as for a second press of its button. */
export const callApiOnce = async <Id extends OperationId>(
  { callApi }: Pick<MemberVisit, 'callApi'>,
  id: Id,
  ...call: CallArguments<Id>
): Promise<ApiResponse<Id>> => {
  for (let left: number = WAITS.times; ; left--) {
    try {
      return await callApi(id, ...call);
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.code !== 'idempotency_key_in_use' || left === 0) throw error;
      await pause(WAITS.ms);
    }
  }
};

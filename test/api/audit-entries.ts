import type { Studio } from '../helpers/api.ts';

/** An entry of the audit log, as it is read. */
export interface Entry {
  readonly id: string;
  readonly number: number;
  readonly type: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly [field: string]: unknown;
}

/** The newest entries, the newest first. @param query more parameters: `&type=createPlan`. */
export const entriesOf = async (studio: Studio, query = ''): Promise<Entry[]> =>
  (await studio.get(`/manage/audit-log?limit=100${query}`)).body.data;

import { demoId, STAFF } from '../demo-ids.ts';
import type { JobKind, JobResponse } from './shapes.ts';

const BEGUN = '2026-03-02T15:00:00.000Z';

/** A job as the document shows it: one that has just begun, or one that has ended with a result. */
export const jobExample = (
  kind: JobKind,
  subject: string | null,
  result: JobResponse['result'] = null,
): JobResponse => ({
  id: demoId(44, 1),
  object: 'job',
  kind,
  state: result === null ? 'running' : 'succeeded',
  subject,
  done: 0,
  total: 0,
  step: null,
  startedBy: STAFF.owner,
  problem: null,
  result,
  startedAt: BEGUN,
  finishedAt: result === null ? null : '2026-03-02T15:00:04.000Z',
});

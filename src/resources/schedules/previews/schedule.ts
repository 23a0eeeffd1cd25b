// The dry runs of the operations of schedules.

import type { Tx } from '../../../database/database.ts';
import type { Call, Trial } from '../../../http/operations/call.ts';
import type { ReadableAmong } from '../../../http/operations/rights.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { Consequences } from '../../consequences.ts';
import { type ChangeDeps, previewChange } from '../changes/carry-out.ts';
import { archiveSchedule, editSchedule } from '../changes/edit.ts';
import { beginSchedule } from '../create.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import type { CreateScheduleBody, UpdateScheduleBody } from '../shapes.ts';
import { dateFieldsOf } from './dates.ts';
import { sessionFieldsOf } from './sessions.ts';
import { ScheduleCreatePreview, ScheduleDeletePreview, SchedulePreview } from './shapes.ts';

export interface PreviewDeps extends ChangeDeps {
  readonly readableAmong: ReadableAmong;
}

export const changePreview = (deps: PreviewDeps): Trial<Call<Caller, object, UpdateScheduleBody, ScheduleRow>> => ({
  response: SchedulePreview,
  async run({ caller, id, body }, simulate) {
    const consequences = new Consequences();
    const { readableAmong } = deps;
    const preview = await previewChange(
      deps,
      id,
      (tx) => editSchedule(tx, caller, Schedule.find(tx, caller, id), body),
      consequences,
      simulate,
    );
    return simulate<object>((tx) => ({
      object: 'schedule_change_preview',
      ...sessionFieldsOf({ read: tx, caller, readableAmong }, [preview], consequences),
      conflicts: preview.conflicts,
      ...dateFieldsOf(tx, preview.row),
    }));
  },
});

export const deletePreview = (deps: PreviewDeps): Trial<Call<Caller, object, object, ScheduleRow>> => ({
  response: ScheduleDeletePreview,
  async run({ caller, id }, simulate) {
    const consequences = new Consequences();
    const { readableAmong } = deps;
    const begin = (tx: Tx) => archiveSchedule(tx, Schedule.find(tx, caller, id));
    const preview = await previewChange(deps, id, begin, consequences, simulate);
    return simulate<object>((tx) => ({
      object: 'schedule_delete_preview',
      ...sessionFieldsOf({ read: tx, caller, readableAmong }, [preview], consequences),
    }));
  },
});

export const createPreview = (deps: PreviewDeps): Trial<Call<Caller, object, CreateScheduleBody, undefined>> => ({
  response: ScheduleCreatePreview,
  async run({ caller, body }, simulate) {
    const id = deps.store.ids.uuid();
    const preview = await previewChange(deps, id, (tx) => beginSchedule(tx, caller, body, id), undefined, simulate);
    return simulate<object>((tx) => ({
      object: 'schedule_create_preview',
      sessionsCreated: preview.counts.sessionsCreated,
      conflicts: preview.conflicts,
      ...dateFieldsOf(tx, preview.row),
    }));
  },
});

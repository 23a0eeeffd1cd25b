import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { PREVIEW } from '../../live/refresh.ts';
import type { NewSchedule, ScheduleChange } from './schedule-record.ts';

export type Preview = Schemas['ScheduleChangePreview'];

/** What a change of a schedule would do. It changes nothing. */
export const changePreviewQuery = (id: string, body: ScheduleChange | undefined) =>
  queryOptions({
    queryKey: ['timetable', 'preview', id, body],
    meta: PREVIEW,
    queryFn: async ({ signal }): Promise<Preview | undefined> => {
      if (body === undefined) return undefined;
      const params = { path: { id }, query: { dry_run: true } };
      const response = await send(client.PATCH('/v2/schedules/{id}', { params, body, signal }));
      return response.object === 'schedule_change_preview' ? response : undefined;
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export type CreatePreview = Schemas['ScheduleCreatePreview'];

/** What a new schedule would make: its next dates, and its conflicts. It creates nothing. */
export const createPreviewQuery = (body: NewSchedule | undefined) =>
  queryOptions({
    queryKey: ['timetable', 'new', body],
    meta: PREVIEW,
    queryFn: async ({ signal }): Promise<CreatePreview | undefined> => {
      if (body === undefined) return undefined;
      const params = { query: { dry_run: true } };
      const response = await send(client.POST('/v2/schedules', { params, body, signal }));
      return response.object === 'schedule_create_preview' ? response : undefined;
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export type DeletePreview = Schemas['ScheduleDeletePreview'];

/** What removing a schedule would do, and with it how many classes and bookings lie ahead. It removes nothing. */
export const deletePreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['timetable', 'delete-preview', id],
    meta: PREVIEW,
    queryFn: async (): Promise<DeletePreview> =>
      (await send(
        client.DELETE('/v2/schedules/{id}', { params: { path: { id }, query: { dry_run: true } } }),
      )) as DeletePreview,
    staleTime: 0,
    gcTime: 0,
  });

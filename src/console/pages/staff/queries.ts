import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import type { Schemas } from '../../api/types.ts';
import { PREVIEW } from '../../live/refresh.ts';

export type Person = Schemas['Staff'];
export type Role = Person['role'];
export type Permission = Person['permissions'][number];
export type InvitationWithLink = Schemas['StaffInvitationWithLink'];
export type DeactivationPreview = Schemas['StaffDeactivationPreview'];

type Query = NonNullable<operations['listStaff']['parameters']['query']>;
export type StaffFilters = Pick<Query, 'role' | 'status' | 'siteId' | 'search'>;

const PAGE = 50;

/** A page of the people who work for the studio, the newest first. */
export const staffListQuery = (filters: StaffFilters, after: string | undefined) =>
  queryOptions({
    queryKey: ['staff', 'list', filters, after],
    queryFn: async () => {
      const query = { ...filters, limit: PAGE, ...(after === undefined ? {} : { cursor: after }) };
      const page = await send(client.GET('/v2/staff', { params: { query } }));
      return { ...page, previousCursor: null };
    },
    placeholderData: keepPreviousData,
  });

/** One person, with the tag of the version. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'record', id],
    queryFn: (): Promise<Tagged<Person>> => sendTagged(client.GET('/v2/staff/{id}', { params: { path: { id } } })),
  });

/** A person as someone who teaches, with what they are paid for whoever may know it. */
export const instructorQuery = (id: string) =>
  queryOptions({
    queryKey: ['instructors', 'record', id],
    queryFn: (): Promise<Tagged<Schemas['Instructor']>> =>
      sendTagged(client.GET('/v2/instructors/{id}', { params: { path: { id } } })),
  });

/** What each role may do. */
export const rolesQuery = queryOptions({
  queryKey: ['staff', 'roles'],
  queryFn: async () => (await send(client.GET('/manage/staff/roles'))).roles,
  staleTime: Number.POSITIVE_INFINITY,
});

const _MOST = 100;

/** The link of a person that can still be used. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'invitation', id],
    queryFn: async () => {
      const { data } = await send(
        client.GET('/manage/staff/invitations', { params: { query: { staff_id: id, limit: 1 } } }),
      );
      return data[0] ?? null;
    },
  });

/** What deactivating a person would do. */
export const deactivationQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'deactivation', id],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.DELETE('/v2/staff/{id}', { params: { path: { id }, query: { dry_run: true } } }),
      )) as DeactivationPreview,
    staleTime: 0,
    gcTime: 0,
  });

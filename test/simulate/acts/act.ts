import type { ApiResponse } from '../../helpers/api.ts';
import type { Choices } from '../../helpers/seeded.ts';
import { nowOf, rowsOf, send, type World } from '../world.ts';

/** What somebody did, as the log of acts has it. */
export interface Done {
  readonly what: string;
  readonly status: number;
  readonly code: string;
}

/** Something that somebody does; undefined when there is nothing to do it with. */
export type Act = (world: World, choose: Choices) => Promise<Done | undefined>;

export const done = (what: string, { status, body }: ApiResponse): Done => ({
  what,
  status,
  code: body?.error?.code ?? body?.status ?? '',
});

const idIn = (world: World, choose: Choices, sql: string): string | undefined => choose.of(rowsOf(world, sql))?.id;

export const someClient = (world: World, choose: Choices): string | undefined =>
  idIn(world, choose, `select id from clients where archivedAt is null and erasedAt is null order by id desc limit 16`);

/** A client with an email, who can sign in. */
export const someMember = (world: World, choose: Choices): string | undefined =>
  idIn(
    world,
    choose,
    `select id from clients where archivedAt is null and erasedAt is null and email is not null
     and id not in (select clientId from memberSignUps) order by id desc limit 16`,
  );

export const someSession = (world: World, choose: Choices, count = 5): string | undefined =>
  idIn(
    world,
    choose,
    `select id from sessions where cancelledAt is null and startTime > '${nowOf(world)}' order by startTime, id limit ${count}`,
  );

export const someBooking = (world: World, choose: Choices, condition: string): string | undefined =>
  idIn(world, choose, `select id from bookings where ${condition} order by id desc limit 16`);

export const somePackage = (world: World, choose: Choices, condition = '1'): string | undefined =>
  idIn(world, choose, `select id from packages where ${condition} order by id desc limit 16`);

export const somePayment = (world: World, choose: Choices, condition = '1'): string | undefined =>
  idIn(world, choose, `select id from payments where ${condition} order by id desc limit 12`);

/** The short form of an id, by which the log of acts names a record. */
export const short = (id: string | undefined): string => (id ?? '-').slice(-12);

/** Lets some seconds pass: people do nothing twice in one moment. */
export const aMomentLater = ({ program: { answer, studio } }: World): Promise<void> =>
  answer(studio.time.moveTo(studio.time.now() + 5_000));

/** Sends a request for a client, as an app with a key of the studio. */
export const asMember = (world: World, clientId: string, method: string, path: string, body?: object) =>
  send(world, method, `/v2/member/${path}`, body, { 'x-client-id': clientId });

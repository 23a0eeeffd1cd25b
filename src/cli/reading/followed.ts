import type { Database } from 'bun:sqlite';
import { idLowerBound } from '../../kernel/ids.ts';

/** What a line shows, by its names in JSON. Never the body of an event, nor of a response, nor a whole address. */
export type Line = Readonly<Record<string, string | number | null>>;

export interface Followed {
  /** The lines since the last call, oldest first. */
  next(db: Database): readonly Line[];
}

/** The maximum number of rows of one look. */
const BATCH = 1_000;
/** The maximum number of attempts under way that are watched. */
const MAX_PENDING = 10_000;

const newest = (db: Database, table: string): string =>
  db.query<{ id: string }, []>(`select id from ${table} order by id desc limit 1`).get()?.id ?? '';

type EventRow = {
  readonly at: string;
  readonly type: string;
  readonly id: string;
  readonly siteId: string;
  readonly clientId: string | null;
  readonly actor: string | null;
  readonly requestId: string | null;
};

/** Events by their ids, which ascend. @param since epoch ms; undefined for those that are raised from now on */
export const followEvents = (since: number | undefined): Followed => {
  let last = since === undefined ? undefined : `evt_${idLowerBound(since)}`;
  return {
    next(db) {
      last ??= newest(db, 'events');
      const rows = db
        .query<EventRow, [string]>(
          `select createdAt at, type, id, siteId, clientId, actor, requestId from events where id > ? order by id limit ${BATCH}`,
        )
        .all(last);
      last = rows.at(-1)?.id ?? last;
      return rows;
    },
  };
};

interface DeliveryRow {
  readonly at: string;
  readonly type: string;
  readonly status: string;
  readonly attempt: number;
  readonly responseStatus: number | null;
  readonly latencyMs: number | null;
  readonly error: string | null;
  readonly url: string;
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly siteId: string;
}

const COLUMNS = `updatedAt at, eventType type, status, attempt, responseStatus, latencyMs, errorCode error, url, id,
  endpointId webhookId, eventId, siteId`;

const lineOf = ({ url, ...row }: DeliveryRow): Line => ({ ...row, host: URL.parse(url)?.host ?? null });

/** Attempts to deliver, each once it has ended. @param since epoch ms; undefined for those that end from now on */
export const followDeliveries = (since: number | undefined): Followed => {
  let last = since === undefined ? undefined : idLowerBound(since);
  let pending: string[] | undefined;
  return {
    next(db) {
      pending ??= db
        .query<{ id: string }, []>(
          `select id from webhookDeliveries where status = 'pending' order by id limit ${MAX_PENDING}`,
        )
        .all()
        .map(({ id }) => id);
      last ??= newest(db, 'webhookDeliveries');
      const added = db
        .query<DeliveryRow, [string]>(
          `select ${COLUMNS} from webhookDeliveries where id > ? order by id limit ${BATCH}`,
        )
        .all(last);
      last = added.at(-1)?.id ?? last;
      const one = db.query<DeliveryRow, [string]>(`select ${COLUMNS} from webhookDeliveries where id = ?`);
      const addedIds = new Set(added.map(({ id }) => id));
      const watched = pending.filter((id) => !addedIds.has(id)).flatMap((id) => one.get(id) ?? []);
      const isPending = ({ status }: DeliveryRow): boolean => status === 'pending';
      const all = [...watched, ...added];
      pending = all
        .filter(isPending)
        .map(({ id }) => id)
        .slice(-MAX_PENDING);
      return all.filter((row) => !isPending(row)).map(lineOf);
    },
  };
};

// The floor of the content library: its statements, prepared once, and its views, written by hand.
//
// A list is one statement for the entries and one for their media. A search is one FTS5 match for each rank until the page
// is full, joined with the entries; titles fill it for the words of the benchmark. The words are marked by a regular
// expression in a part of each text, as HTML. What it leaves out: names of instructors, tags and categories, which no entry
// of the benchmark has, and accents. Playback reads the
// media, its entry, variants and captions, and signs one path. A heartbeat reads the session, what was seen and the time
// that was credited, and writes these and the status of the entry, in one commit. It completes nothing and records no
// minutes: the rounds are too short for that.
import { createHmac } from 'node:crypto';
import { endOfDay, localDateAt } from '../../src/kernel/local-time.ts';
import { entryRecord, foundRecord, playbackRecord, wordPattern } from './floor-content-records.ts';
import type { Row } from './floor-records.ts';
import type { FloorDatabase } from './floor-work.ts';

const LINK_SECONDS = 4 * 3_600;
const TOLERANCE = 5_000;

/** The ranks of a search, the best first. */
const RANKS = [
  { score: 10, columns: 'title' },
  { score: 5, columns: 'title names' },
  { score: 3, columns: 'title names summary' },
  { score: 1, columns: 'title names summary body' },
];

const ISO = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The parts that were seen, with one more. */
const withPart = (parts: readonly number[], from: number, to: number): number[] => {
  let [start, end] = [from, to];
  const before: number[] = [];
  const after: number[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [left, right] = [parts[at] as number, parts[at + 1] as number];
    if (right < from) before.push(left, right);
    else if (left > to) after.push(left, right);
    else [start, end] = [Math.min(start, left), Math.max(end, right)];
  }
  return [...before, start, end, ...after];
};

/** What the floor does with content of the database. */
export const contentFloor = (db: Pick<FloorDatabase, 'query'>) => {
  const entryPage = db.query(
    `select * from contentEntries where isListed = 1 and publishedAt <= ?1 and (expiresAt is null or expiresAt > ?1)
     order by publishedAt desc, id desc limit ?2 + 0`,
  );
  const entrySearch = db.query(
    `select contentEntries.*, ?4 as score from contentSearch
     cross join contentEntries on contentEntries.rowId = contentSearch.rowid
     where contentSearch match ?1 and isListed = 1 and publishedAt <= ?2 and (expiresAt is null or expiresAt > ?2)
     order by contentSearch.rowid desc limit ?3 + 0`,
  );
  const mediaOf = db.query(
    `select id, entryId from contentMedia where entryId in (select value from json_each(?)) and archivedAt is null
     order by id`,
  );
  const media = db.query('select * from contentMedia where id = ? and archivedAt is null');
  const entry = db.query(
    `select * from contentEntries where id = ?1 and isListed = 1 and publishedAt <= ?2
     and (expiresAt is null or expiresAt > ?2)`,
  );
  const variants = db.query('select * from mediaVariants where contentMediaId = ? order by id');
  const captions = db.query('select language, label from mediaCaptions where contentMediaId = ? order by language');
  const session = db.query('select * from videoSessions where id = ? and clientId = ?');
  const view = db.query('select seen, completedAt from videoViews where clientId = ? and contentMediaId = ?');
  const watcher = db.query('select * from videoWatchers where clientId = ?');
  const zone = db.query(
    'select sites.timezone from clients join sites on sites.id = homeLocationId where clients.id = ?',
  );
  const status = db.query('select * from contentStatuses where clientId = ? and contentEntryId = ?');
  const putSession = db.query(
    `update videoSessions set positionSeconds = ?1, maxPositionSeconds = max(maxPositionSeconds, ?1), watchedSeconds = ?2,
     percentComplete = ?3, playedUntil = ?4, lastHeartbeatAt = ?5, updatedAt = ?5 where id = ?6 returning *`,
  );
  const putView = db.query(
    `insert into videoViews (clientId, contentMediaId, contentEntryId, seen) values (?, ?, ?, ?)
     on conflict do update set seen = excluded.seen`,
  );
  const putWatcher = db.query(
    `insert into videoWatchers (clientId, watchedUntil, unrecordedMs, dayEndsAt) values (?, ?, ?, ?)
     on conflict do update set watchedUntil = excluded.watchedUntil, unrecordedMs = excluded.unrecordedMs,
       dayEndsAt = excluded.dayEndsAt`,
  );
  const putStatus = db.query(
    `update contentStatuses set progressPercent = ?1, positionSeconds = ?2, lastViewedAt = ?3, updatedAt = ?3
     where clientId = ?4 and contentEntryId = ?5`,
  );
  const key = Buffer.from('0123456789abcdef0123456789abcdef');

  const mediaIdsOf = (rows: readonly Row[]): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const { id, entryId } of mediaOf.all(JSON.stringify(rows.map((row) => row.id))) as Row[]) {
      const own = found.get(entryId);
      if (own === undefined) found.set(entryId, [id]);
      else own.push(id);
    }
    return found;
  };

  const viewsOf = (rows: readonly Row[], view: (row: Row, mediaIds: readonly string[]) => object) => {
    const found = mediaIdsOf(rows);
    return (row: Row): object => view(row, found.get(row.id) ?? []);
  };

  return {
    /** Some entries, the newest first, and their view. */
    entries(limit: number) {
      const rows = entryPage.all(new Date().toISOString(), limit) as Row[];
      return { rows, view: viewsOf(rows, entryRecord) };
    },

    /** Some entries with a word, those with it in the title first, and their view. */
    search(text: string, limit: number) {
      const [word] = text.toLowerCase().match(/[a-z0-9]+/) ?? ['none'];
      const now = new Date().toISOString();
      const rows: Row[] = [];
      for (const [rank, { score, columns }] of RANKS.entries()) {
        const better = rank === 0 ? '' : ` NOT ({${RANKS[rank - 1]?.columns}} : "${word}"*)`;
        rows.push(...(entrySearch.all(`{${columns}} : "${word}"*${better}`, now, limit - rows.length, score) as Row[]));
        if (rows.length === limit) break;
      }
      const pattern = wordPattern(word);
      return { rows, view: viewsOf(rows, (row, mediaIds) => foundRecord(row, mediaIds, pattern)) };
    },

    playback(rootUrl: string, mediaId: string): Row {
      const now = Date.now();
      const row = media.get(mediaId) as Row;
      const owner = entry.get(row.entryId, ISO(now)) as Row | null;
      if (owner === null || row.status !== 'ready') throw new Error('the floor cannot play this media');
      const expires = Math.floor(now / 1000) + LINK_SECONDS;
      const holder = `${expires.toString(36)}.c-bench`;
      const code = createHmac('sha256', key).update(`${mediaId}\n${holder}`).digest('base64url');
      return playbackRecord(row, {
        url: `${rootUrl}/media/${holder}.${code}/${mediaId}/source.mp4`,
        expiresAt: ISO(expires * 1000),
        captions: captions.all(mediaId),
        variants: variants.all(mediaId),
      });
    },

    /** To be called in a transaction. */
    heartbeat(id: string, clientId: string | null, body: Row): Row {
      const now = Date.now();
      const before = session.get(id, clientId) as Row;
      if (before.endedAt !== null) throw new Error('the floor rejects this heartbeat');
      const { contentMediaId, contentEntryId, durationSeconds } = before;
      const seen = view.get(clientId, contentMediaId) as Row | null;
      const credited = watcher.get(clientId) as Row | null;
      const position = Math.min(body.positionSeconds, durationSeconds) * 1000;
      const delta = position - before.positionSeconds * 1000;
      const since = Date.parse(before.lastHeartbeatAt);
      const from = Math.max(since, before.playedUntil, credited?.watchedUntil ?? 0);
      const credit = Math.floor(Math.max(0, Math.min(delta, now - from + TOLERANCE)));
      const until = credit === 0 ? before.playedUntil : from + credit;
      const parts = seen === null || seen.seen === '' ? [] : seen.seen.split(' ').map(Number);
      const after = credit === 0 ? parts : withPart(parts, position - credit, position);
      let total = 0;
      for (let at = 0; at < after.length; at += 2) total += after[at + 1] - after[at];
      const percent = Math.min(100, Math.floor((total * 10) / durationSeconds) / 100);
      if (credit > 0) {
        let dayEndsAt = credited?.dayEndsAt ?? 0;
        if (now > dayEndsAt) {
          const { timezone } = zone.get(clientId) as Row;
          dayEndsAt = endOfDay(localDateAt(now, timezone), timezone);
        }
        putWatcher.run(clientId, until, (credited?.unrecordedMs ?? 0) + credit, dayEndsAt);
      }
      putView.run(clientId, contentMediaId, contentEntryId, after.join(' '));
      const progress = status.get(clientId, contentEntryId) as Row;
      putStatus.run(Math.max(progress.progressPercent, percent), position / 1000, ISO(now), clientId, contentEntryId);
      const watched = before.watchedSeconds + credit / 1000;
      return putSession.get(position / 1000, watched, percent, until, ISO(now), id) as Row;
    },
  };
};

import { expect, test } from 'bun:test';
import { migrate } from '../../src/database/migrate.ts';
import { openOlder } from '../helpers/older-database.ts';

const AT = '2026-01-01T00:00:00.000Z';

test('what waits for webhook endpoints moves to the one queue, wherever the version before has left it', () => {
  const db = openOlder(63);
  for (const id of ['a', 'b']) {
    db.run(`insert into webhookEndpoints (id, name, url, eventTypes, locationScope, secret, secretLast4, status, createdAt, updatedAt)
      values ('${id}', '', '', '["*"]', 'all', x'00', '', 'enabled', '${AT}', '${AT}')`);
  }
  const dueAt = '2026-01-02T00:00:00.000Z';
  for (const id of ['new', 'pending', 'retried', 'claimed', 'recorded']) {
    db.run(`insert into events (id, type, siteId, createdAt, body) values ('${id}', 'ping', '', '${AT}', '{}')`);
  }
  db.run(`insert into webhookJobs values
    ('pending', 'a', 2, '${dueAt}', 'claim'), ('retried', 'a', 1, '${dueAt}', null), ('claimed', 'a', 1, '${dueAt}', null),
    ('recorded', 'a', 1, '${dueAt}', null)`);
  // First attempts: of 'new' those at 'a' were made, at 'b' are claimed; an endpoint of 'retried' is deleted.
  db.run(`insert into webhookNewJobs values ('new', '["a","b"]'), ('claimed', '["b"]'), ('retried', '["gone"]')`);
  db.run(`insert into webhookDeliveries (id, endpointId, eventId, eventType, siteId, url, status, attempt, createdAt, updatedAt)
    values ('1', 'a', 'new', 'ping', '', '', 'succeeded', 1, '${AT}', '${AT}')`);
  db.run(
    `insert into webhookClaims (jobs) values ('{"b":{"new":1},"a":{"claimed":2}}'), ('{"a":{"recorded":1,"gone":1}}')`,
  );

  migrate(db, 'test');

  expect(
    db.query('select queue, key, lane, attempt, dueAt, leasedUntil from queueJobs order by key, lane').values(),
  ).toEqual([
    ['webhooks', 'claimed', 'a', 2, dueAt, dueAt],
    ['webhooks', 'claimed', 'b', 0, AT, null],
    ['webhooks', 'new', 'b', 1, AT, AT],
    ['webhooks', 'pending', 'a', 2, dueAt, dueAt],
    ['webhooks', 'recorded', 'a', 1, dueAt, null],
    ['webhooks', 'retried', 'a', 1, dueAt, null],
  ]);
});

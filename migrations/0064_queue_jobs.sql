-- The jobs of all queues (src/queue): one row for each, until it is over.
CREATE TABLE queueJobs (
  queue TEXT NOT NULL, -- whose jobs they are, such as 'webhooks'
  key TEXT NOT NULL, -- what the job is about, such as the id of an event
  lane TEXT NOT NULL, -- such as the id of an endpoint
  attempt INTEGER NOT NULL DEFAULT 0, -- how many attempts have begun
  dueAt TEXT NOT NULL, -- when the next attempt may begin
  leasedUntil TEXT, -- when the claim of the attempt in progress ends
  PRIMARY KEY (queue, key, lane)
) WITHOUT ROWID;
CREATE INDEX queueJobsWaiting ON queueJobs (queue, lane, dueAt, key) WHERE leasedUntil IS NULL;
CREATE INDEX queueJobsClaimed ON queueJobs (queue, leasedUntil) WHERE leasedUntil IS NOT NULL;

INSERT INTO queueJobs (queue, key, lane, attempt, dueAt, leasedUntil)
SELECT 'webhooks', eventId, endpointId, attempt, dueAt, CASE WHEN claim IS NULL THEN NULL ELSE dueAt END FROM webhookJobs;

-- First attempts that a process has left in memory. Those with a delivery were made.
INSERT OR IGNORE INTO queueJobs (queue, key, lane, dueAt)
SELECT 'webhooks', events.id, webhookEndpoints.id, events.createdAt
FROM webhookNewJobs
CROSS JOIN events ON events.id = webhookNewJobs.eventId
CROSS JOIN json_each(webhookNewJobs.endpoints) endpoint
CROSS JOIN webhookEndpoints ON webhookEndpoints.id = endpoint.value
WHERE NOT EXISTS (
  SELECT 1 FROM webhookDeliveries delivery
  WHERE delivery.eventId = events.id AND delivery.endpointId = webhookEndpoints.id AND redeliveryOf IS NULL);

-- Attempts that were claimed and are not recorded.
UPDATE queueJobs SET attempt = attempt + 1, leasedUntil = dueAt
WHERE leasedUntil IS NULL AND (key, lane, attempt + 1) IN (
  SELECT event.key, endpoint.key, event.value
  FROM webhookClaims CROSS JOIN json_each(webhookClaims.jobs) endpoint CROSS JOIN json_each(endpoint.value) event);

DROP TRIGGER webhookNewJobsOfEndpoint;
DROP TABLE webhookNewJobs;
DROP TABLE webhookClaims;
DROP TABLE webhookJobs;

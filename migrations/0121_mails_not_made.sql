-- Mails that a fault of the program kept from being made were given up after one attempt. Those of the last seven days are due
-- again: whether each is still wanted is decided when it is sent. What they need is told by their event, or by their source.
CREATE TEMP TABLE notMade AS
SELECT messages.id AS id, lower(substr(email, instr(email, '@') + 1)) AS lane, CASE
  WHEN messages.kind = 'booking_reminder' AND substr(messages.sourceId, 37, 1) = ' ' THEN
    json_object('bookingId', substr(messages.sourceId, 1, 36), 'minutes', CAST(substr(messages.sourceId, 38) AS INTEGER))
  WHEN messages.kind IN ('booking_cancelled', 'session_cancelled') AND events.type = 'booking.cancelled' THEN
    json_set(events.body, '$.data.wasWaiting', json(iif(events.body ->> '$.data.previousStatus' = 'WAITLISTED', 'true', 'false'))) -> '$.data'
  WHEN messages.kind IN ('booking_confirmed', 'waitlist_joined', 'waitlist_offered', 'waitlist_promoted', 'fee', 'receipt',
    'payment_failed', 'package_expiring', 'package_depleted', 'package_end_requested', 'erasure_declined', 'award_earned')
    THEN events.body -> '$.data'
  END AS data
FROM messages
JOIN clients ON clients.id = messages.clientId
LEFT JOIN events ON events.id = messages.sourceId
WHERE messages.status = 'skipped' AND messages.errorCode = 'not_made' AND instr(email, '@') > 0
  AND messages.updatedAt > strftime('%Y-%m-%dT%H:%M:%fZ', (SELECT max(updatedAt) FROM messages), '-7 days');
DELETE FROM notMade WHERE data IS NULL;

UPDATE messages SET status = 'scheduled', errorCode = NULL, attempts = 0, data = notMade.data
FROM notMade WHERE messages.id = notMade.id;
INSERT OR IGNORE INTO queueJobs (queue, key, lane, dueAt)
SELECT 'mail', id, lane, (SELECT max(updatedAt) FROM messages) FROM notMade;
DROP TABLE notMade;

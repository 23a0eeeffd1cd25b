-- Notifications whose last device went while they waited to be tried again: nothing sends them.
UPDATE messages SET status = CASE WHEN errorCode IS NULL THEN 'skipped' ELSE 'failed' END,
  errorCode = coalesce(errorCode, 'no_device'), data = '{}'
  WHERE channel = 'push' AND status = 'scheduled' AND NOT EXISTS (
    SELECT 1 FROM queueJobs WHERE queue = 'push'
      AND (key = messages.id OR (key > messages.id || ' ' AND key < messages.id || '!')));

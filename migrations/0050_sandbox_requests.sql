-- The sandbox processor forgets the requests of yesterday. A charge and a refund remember the key that made them, since
-- their result may be asked for later.
UPDATE sandboxProcessor SET body = json_set(body, '$.key', requests.idempotencyKey)
  FROM sandboxProcessorRequests AS requests
  WHERE sandboxProcessor.id = requests.answerId AND sandboxProcessor.account = requests.account AND kind IN ('charge', 'refund');
CREATE INDEX sandboxProcessorByKey ON sandboxProcessor (body ->> '$.key', account) WHERE body ->> '$.key' IS NOT NULL;
-- By the time in the id of what was made.
CREATE INDEX sandboxProcessorRequestsByTime ON sandboxProcessorRequests (substr(answerId, instr(answerId, '_') + 1));

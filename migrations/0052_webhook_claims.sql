-- The attempts of the webhook queue that were claimed together, in one row instead of a change of each job: after a crash
-- those that are not recorded as deliveries are found here. Rows are deleted once all of their attempts are recorded.
CREATE TABLE webhookClaims (
  id INTEGER PRIMARY KEY,
  jobs TEXT NOT NULL -- the number of the attempt by endpoint and event: {"<endpointId>": {"<eventId>": 1}}
);

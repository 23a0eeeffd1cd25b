-- The jobs of an event whose first attempts the running server makes: it has them in memory too. Most of these succeed at once,
-- and one row for each event costs less than a job for each endpoint, whose index has a place for each of them. A job that fails,
-- takes long, or waits for older ones is in webhookJobs. After a crash those without a delivery are moved there.
CREATE TABLE webhookNewJobs (
  eventId TEXT PRIMARY KEY REFERENCES events (id),
  endpoints TEXT NOT NULL -- their ids, as a JSON array; also of those that have a delivery meanwhile
) WITHOUT ROWID;
CREATE TRIGGER webhookNewJobsOfEndpoint AFTER DELETE ON webhookEndpoints BEGIN
  UPDATE webhookNewJobs
  SET endpoints = (SELECT json_group_array(value) FROM json_each(endpoints) WHERE value <> OLD.id)
  WHERE instr(endpoints, OLD.id) > 0;
END;

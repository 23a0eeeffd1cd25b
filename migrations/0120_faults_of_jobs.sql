-- How often in a row a fault of the program has kept a job from being done: it is tried again without end.
ALTER TABLE queueJobs ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;
CREATE INDEX queueJobsFaulty ON queueJobs (queue, faults) WHERE faults > 0;

-- Erasing a client goes through the entries in the order of their ids. Without this, each step sorted all of them.
CREATE INDEX metricEntriesByClient ON metricEntries (clientId, id);

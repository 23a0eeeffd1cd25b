-- Deleting an upload that was not finished reads who refers to it: all sessions and views without these.
CREATE INDEX videoSessionsByMedia ON videoSessions (contentMediaId);
CREATE INDEX videoViewsByMedia ON videoViews (contentMediaId);

-- What a member was credited with for watching and that is in no fact yet: less than a minute, of one local day.
ALTER TABLE videoWatchers ADD COLUMN unrecordedMs INTEGER NOT NULL DEFAULT 0; -- milliseconds of videos
ALTER TABLE videoWatchers ADD COLUMN dayEndsAt INTEGER NOT NULL DEFAULT 0; -- epoch ms: the end of that day

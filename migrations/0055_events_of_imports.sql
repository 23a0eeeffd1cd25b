-- Imports left their events out of the indexes, and whatever looks for new events reads all of those that are.
UPDATE events SET isNew = 0 WHERE isNew = 1;

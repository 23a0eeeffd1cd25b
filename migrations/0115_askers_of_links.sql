-- Of who has asked for the link by themselves, with a key of the studio; NULL for a link that somebody else has made.
ALTER TABLE staffInvitations ADD COLUMN askerHash BLOB;

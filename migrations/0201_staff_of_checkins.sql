-- Who checked the client in, where a person did; null before this was kept, and for members, kiosks and programs.
ALTER TABLE checkins ADD COLUMN checkedInByStaffId TEXT;

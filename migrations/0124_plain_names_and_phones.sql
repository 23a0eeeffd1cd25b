-- program: fold names
-- Searches leave out joiners and other characters that nobody sees; the program writes the names again after this step.
UPDATE sites SET searchText = '';
UPDATE staff SET searchText = '';
INSERT OR REPLACE INTO unfinishedChanges (kind, id, state, createdAt)
  SELECT 'contentSearch', 'all', '{"kind":"all","after":""}', strftime('%Y-%m-%dT%H:%M:%fZ')
  FROM contentEntries LIMIT 1;
-- Phone numbers are stored without characters that nobody sees, such as the marks that phones copy around them.
UPDATE clients SET phone =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(phone, char(0x200B), ''), char(0x200C), ''), char(0x200D), ''), char(0x200E), ''), char(0x200F), ''), char(0x202A), ''), char(0x202B), ''), char(0x202C), ''), char(0x202D), ''), char(0x202E), ''), char(0x2060), ''), char(0x2066), ''), char(0x2067), ''), char(0x2068), ''), char(0x2069), ''), char(0xFEFF), ''), char(0x00AD), '')
  WHERE phone GLOB '*[^ -~]*';
UPDATE staff SET phone =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(phone, char(0x200B), ''), char(0x200C), ''), char(0x200D), ''), char(0x200E), ''), char(0x200F), ''), char(0x202A), ''), char(0x202B), ''), char(0x202C), ''), char(0x202D), ''), char(0x202E), ''), char(0x2060), ''), char(0x2066), ''), char(0x2067), ''), char(0x2068), ''), char(0x2069), ''), char(0xFEFF), ''), char(0x00AD), '')
  WHERE phone GLOB '*[^ -~]*';
UPDATE sites SET phone =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(phone, char(0x200B), ''), char(0x200C), ''), char(0x200D), ''), char(0x200E), ''), char(0x200F), ''), char(0x202A), ''), char(0x202B), ''), char(0x202C), ''), char(0x202D), ''), char(0x202E), ''), char(0x2060), ''), char(0x2066), ''), char(0x2067), ''), char(0x2068), ''), char(0x2069), ''), char(0xFEFF), ''), char(0x00AD), '')
  WHERE phone GLOB '*[^ -~]*';
UPDATE clients SET emergencyContact = json_set(emergencyContact, '$.phone',
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(json_extract(emergencyContact, '$.phone'), char(0x200B), ''), char(0x200C), ''), char(0x200D), ''), char(0x200E), ''), char(0x200F), ''), char(0x202A), ''), char(0x202B), ''), char(0x202C), ''), char(0x202D), ''), char(0x202E), ''), char(0x2060), ''), char(0x2066), ''), char(0x2067), ''), char(0x2068), ''), char(0x2069), ''), char(0xFEFF), ''), char(0x00AD), ''))
  WHERE json_extract(emergencyContact, '$.phone') GLOB '*[^ -~]*';

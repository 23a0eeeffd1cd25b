-- Columns bear the names of the fields on the wire, so that a row reads like its record.
-- Instants are ISO 8601 UTC text with milliseconds (they sort as they are), flags are 0 or 1, lists and objects are
-- JSON text and NULL stands for the empty one.

CREATE TABLE appliance (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  siteId TEXT NOT NULL,
  clientId TEXT, -- the client that it is about
  createdAt TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX eventsByType ON events (type, id);
CREATE INDEX eventsBySite ON events (siteId, id);
CREATE INDEX eventsByClient ON events (clientId, id) WHERE clientId IS NOT NULL;

CREATE TABLE idempotency (
  credentialId TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  status INTEGER NOT NULL,
  answer BLOB NOT NULL,
  createdAt TEXT NOT NULL,
  PRIMARY KEY (credentialId, key)
) WITHOUT ROWID;
CREATE INDEX idempotencyByAge ON idempotency (createdAt);

CREATE TABLE apiKeys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  siteIds TEXT,
  staffId TEXT REFERENCES staff (id), -- the person for whom it acts and beyond whose rights it has none
  tier TEXT NOT NULL,
  expiresAt TEXT,
  lastUsedAt TEXT,
  revokedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);

CREATE TABLE sites (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  isDigital INTEGER NOT NULL,
  code TEXT UNIQUE,
  description TEXT,
  phone TEXT,
  email TEXT,
  websiteUrl TEXT,
  imageUrls TEXT,
  address TEXT,
  latitude REAL,
  longitude REAL,
  timezone TEXT NOT NULL,
  currency TEXT NOT NULL,
  openingHours TEXT,
  closures TEXT,
  rooms TEXT,
  searchText TEXT NOT NULL, -- the name in lower case, since SQLite folds ASCII only
  metadata TEXT,
  externalId TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX sitesByStatus ON sites (status, id);
CREATE INDEX sitesByExternalId ON sites (externalId, id) WHERE externalId IS NOT NULL;

CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone TEXT,
  displayName TEXT,
  photoUrl TEXT,
  bio TEXT,
  pronouns TEXT,
  role TEXT NOT NULL,
  status TEXT NOT NULL,
  siteIds TEXT,
  primarySiteId TEXT REFERENCES sites (id),
  permissionOverrides TEXT,
  isInstructor INTEGER NOT NULL,
  employmentType TEXT,
  hiredOn TEXT,
  terminatedOn TEXT,
  lastLoginAt TEXT,
  specialties TEXT,
  certifications TEXT,
  sortOrder INTEGER NOT NULL,
  isBookable INTEGER NOT NULL,
  payRate TEXT,
  searchText TEXT NOT NULL, -- names and email in lower case
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX staffByRole ON staff (role, id);
CREATE INDEX staffByStatus ON staff (status, id);
CREATE INDEX instructors ON staff (id) WHERE isInstructor = 1;
CREATE INDEX staffByExternalId ON staff (externalId, id) WHERE externalId IS NOT NULL;

CREATE TABLE settings (
  scope TEXT PRIMARY KEY, -- 'brand' or a site id
  booking TEXT NOT NULL,
  payment TEXT NOT NULL,
  notification TEXT NOT NULL,
  membership TEXT NOT NULL,
  brand TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE clients (
  rowId INTEGER PRIMARY KEY, -- explicit, since search refers to it and VACUUM may renumber an implicit one
  id TEXT NOT NULL UNIQUE,
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone TEXT,
  dateOfBirth TEXT,
  gender TEXT,
  address TEXT,
  photoUrl TEXT,
  preferredLocale TEXT,
  timezone TEXT,
  status TEXT NOT NULL,
  homeLocationId TEXT NOT NULL REFERENCES sites (id),
  emergencyContact TEXT,
  barcode TEXT UNIQUE,
  fobNumber TEXT UNIQUE,
  leadSource TEXT,
  referredByClientId TEXT REFERENCES clients (id),
  joinedAt TEXT NOT NULL,
  tags TEXT,
  customProperties TEXT,
  notes TEXT,
  alerts TEXT,
  waiver TEXT,
  marketingConsent TEXT,
  bookings INTEGER NOT NULL DEFAULT 0,
  visits INTEGER NOT NULL DEFAULT 0,
  noShows INTEGER NOT NULL DEFAULT 0,
  lateCancels INTEGER NOT NULL DEFAULT 0,
  firstVisitAt TEXT,
  lastVisitAt TEXT,
  metadata TEXT,
  externalId TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX clientsLive ON clients (id) WHERE archivedAt IS NULL;
CREATE INDEX clientsByHome ON clients (homeLocationId, id);
CREATE INDEX clientsByExternalId ON clients (externalId, id) WHERE externalId IS NOT NULL;

-- Search by name and email. Any three letters in a row find their client; every word is stored behind two spaces, so
-- that one or two letters find the words that begin with them. Its rowid is the client's.
CREATE VIRTUAL TABLE clientSearch USING fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT,
  level TEXT,
  tags TEXT,
  imageUrl TEXT,
  type TEXT NOT NULL,
  creditCost INTEGER NOT NULL,
  dropInPrice TEXT,
  isVirtual INTEGER NOT NULL,
  virtualUrl TEXT,
  roomName TEXT,
  isPrivate INTEGER NOT NULL,
  siteId TEXT NOT NULL REFERENCES sites (id),
  instructorId TEXT REFERENCES staff (id),
  additionalInstructorIds TEXT,
  capacity INTEGER,
  waitlistEnabled INTEGER,
  waitlistCapacity INTEGER,
  startDate TEXT NOT NULL,
  endDate TEXT,
  startTime TEXT NOT NULL,
  durationMinutes INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  recurrenceRule TEXT,
  status TEXT NOT NULL,
  horizonDays INTEGER,
  bookingPolicyOverrides TEXT,
  exceptions TEXT,
  generatedUntil TEXT, -- local date up to which sessions exist, inclusive
  siteBefore TEXT, -- what its sessions knew of the site before a change that they have yet to follow
  metadata TEXT,
  externalId TEXT,
  archivedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX schedulesBySite ON schedules (siteId, id);
CREATE INDEX schedulesByStatus ON schedules (status, id);
CREATE INDEX schedulesByInstructor ON schedules (instructorId, id);
CREATE INDEX schedulesByExternalId ON schedules (externalId, id) WHERE externalId IS NOT NULL;
CREATE INDEX schedulesToFollow ON schedules (id) WHERE siteBefore IS NOT NULL;
CREATE INDEX schedulesWithPolicy ON schedules (id) WHERE bookingPolicyOverrides IS NOT NULL;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT,
  level TEXT,
  tags TEXT,
  imageUrl TEXT,
  type TEXT NOT NULL,
  siteId TEXT NOT NULL REFERENCES sites (id),
  roomName TEXT,
  instructorId TEXT REFERENCES staff (id),
  originalInstructorId TEXT REFERENCES staff (id),
  additionalInstructorIds TEXT,
  scheduleId TEXT REFERENCES schedules (id),
  occurrenceKey TEXT NOT NULL, -- local date and time of the slot in its rule
  startTime TEXT NOT NULL,
  endTime TEXT NOT NULL,
  durationMinutes INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  localDate TEXT NOT NULL,
  localStartTime TEXT NOT NULL,
  capacity INTEGER,
  confirmedCount INTEGER NOT NULL DEFAULT 0,
  attendedCount INTEGER NOT NULL DEFAULT 0,
  noShowCount INTEGER NOT NULL DEFAULT 0,
  waitlistedCount INTEGER NOT NULL DEFAULT 0,
  waitlistEnabled INTEGER,
  waitlistCapacity INTEGER,
  creditCost INTEGER NOT NULL,
  dropInPrice TEXT,
  isVirtual INTEGER NOT NULL,
  virtualUrl TEXT,
  isPrivate INTEGER NOT NULL,
  isModified INTEGER NOT NULL DEFAULT 0,
  cancelledAt TEXT,
  cancelReason TEXT,
  completedAt TEXT,
  rescheduledId TEXT, -- made when its time or instructor changed: bookings with a lesser id may be cancelled free of charge
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (scheduleId, occurrenceKey)
);
CREATE INDEX sessionsByStart ON sessions (startTime, id);
CREATE INDEX sessionsBySite ON sessions (siteId, startTime, id);
CREATE INDEX sessionsByInstructor ON sessions (instructorId, startTime, id);
CREATE INDEX sessionsBySchedule ON sessions (scheduleId, startTime) WHERE cancelledAt IS NULL;
CREATE INDEX sessionsWithMoreInstructors ON sessions (startTime) WHERE additionalInstructorIds IS NOT NULL;
CREATE INDEX sessionsRescheduled ON sessions (id, rescheduledId) WHERE rescheduledId IS NOT NULL;
CREATE INDEX sessionsToComplete ON sessions (endTime) WHERE completedAt IS NULL AND cancelledAt IS NULL;
CREATE INDEX sessionsCancelled ON sessions (startTime, id) WHERE cancelledAt IS NOT NULL;

CREATE TABLE bookings (
  id TEXT PRIMARY KEY,
  clientId TEXT NOT NULL REFERENCES clients (id),
  sessionId TEXT NOT NULL REFERENCES sessions (id),
  siteId TEXT NOT NULL REFERENCES sites (id),
  status TEXT NOT NULL,
  bookingSource TEXT NOT NULL,
  channel TEXT NOT NULL,
  startTime TEXT NOT NULL, -- the session's, so that a client's next booking is one seek
  bookedAt TEXT NOT NULL,
  confirmedAt TEXT,
  cancelledAt TEXT,
  checkedInAt TEXT,
  noShowAt TEXT,
  cancelledBy TEXT,
  cancelReason TEXT,
  isLateCancel INTEGER NOT NULL DEFAULT 0,
  creditOutcome TEXT NOT NULL,
  penalty TEXT,
  notes TEXT,
  metadata TEXT,
  externalId TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE UNIQUE INDEX bookingsLive ON bookings (sessionId, clientId) WHERE status <> 'cancelled';
CREATE INDEX bookingsByClient ON bookings (clientId, id);
CREATE INDEX bookingsBySession ON bookings (sessionId, id);
CREATE INDEX bookingsBySite ON bookings (siteId, id);
CREATE INDEX bookingsByStatus ON bookings (status, id);
CREATE INDEX bookingsUpcoming ON bookings (clientId, startTime) WHERE status = 'confirmed';
CREATE INDEX bookingsByExternalId ON bookings (externalId, id) WHERE externalId IS NOT NULL;

CREATE TABLE webhookEndpoints (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  eventTypes TEXT NOT NULL,
  locationScope TEXT NOT NULL,
  locationIds TEXT,
  customHeaderName TEXT,
  customHeaderValue BLOB, -- sealed
  secret BLOB NOT NULL, -- sealed
  secretLast4 TEXT NOT NULL,
  secretRotatedAt TEXT, -- NULL until the first rotation
  status TEXT NOT NULL,
  consecutiveFailures INTEGER NOT NULL DEFAULT 0,
  skippedWhileDisabled INTEGER NOT NULL DEFAULT 0,
  disabledAt TEXT,
  lastSuccessAt TEXT,
  lastFailureAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX webhookEndpointsByStatus ON webhookEndpoints (status, id);

-- What each endpoint wants, unfolded: an event finds its endpoints by one seek per pattern. '*' stands for all.
CREATE TABLE webhookSubscriptions (
  pattern TEXT NOT NULL,
  siteId TEXT NOT NULL,
  endpointId TEXT NOT NULL REFERENCES webhookEndpoints (id) ON DELETE CASCADE,
  PRIMARY KEY (pattern, siteId, endpointId)
) WITHOUT ROWID;
CREATE INDEX webhookSubscriptionsByEndpoint ON webhookSubscriptions (endpointId);

-- One row for each event that an endpoint has still to receive. Rows come and go with every delivery, so there is one
-- index only: a lane in the order of its work.
CREATE TABLE webhookJobs (
  eventId TEXT NOT NULL REFERENCES events (id),
  endpointId TEXT NOT NULL REFERENCES webhookEndpoints (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL DEFAULT 0,
  dueAt TEXT NOT NULL,
  claim TEXT, -- of the attempt under way; what bears one at a start was interrupted
  PRIMARY KEY (eventId, endpointId)
) WITHOUT ROWID;
CREATE INDEX webhookJobsLane ON webhookJobs (endpointId, dueAt, eventId);

-- One row for each attempt.
CREATE TABLE webhookDeliveries (
  id TEXT PRIMARY KEY,
  endpointId TEXT NOT NULL REFERENCES webhookEndpoints (id) ON DELETE CASCADE,
  eventId TEXT NOT NULL REFERENCES events (id),
  eventType TEXT NOT NULL,
  siteId TEXT NOT NULL,
  url TEXT NOT NULL,
  status TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  responseStatus INTEGER,
  responseSnippet TEXT,
  latencyMs INTEGER,
  errorCode TEXT,
  errorMessage TEXT,
  redeliveryOf TEXT,
  nextAttemptAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX webhookDeliveriesByEndpoint ON webhookDeliveries (endpointId, id);
-- Those that succeeded have no index of their own: most do, and an endpoint where few do is disabled before long.
CREATE INDEX webhookDeliveriesFailed ON webhookDeliveries (endpointId, id) WHERE status = 'failed';
CREATE INDEX webhookDeliveriesPending ON webhookDeliveries (endpointId, id) WHERE status = 'pending';
CREATE INDEX webhookDeliveriesByEvent ON webhookDeliveries (eventId);

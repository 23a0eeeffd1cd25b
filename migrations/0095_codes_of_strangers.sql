-- Codes for addresses of nobody are listed for some days, and found by their address once it is somebody's who is erased.
CREATE INDEX messagesToStrangers ON messages (id) WHERE clientId IS NULL AND staffId IS NULL;
CREATE INDEX messagesByStranger ON messages (toEmail) WHERE clientId IS NULL AND staffId IS NULL;

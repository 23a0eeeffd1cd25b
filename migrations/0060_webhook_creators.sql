-- An endpoint gets what the credential that answers for it may read. It used to outlive that credential, and to get events
-- that the credential could not read. Who created the endpoints so far is in the audit log.
ALTER TABLE webhookEndpoints ADD COLUMN credentialId TEXT;
ALTER TABLE webhookEndpoints ADD COLUMN credentialScopes TEXT;
ALTER TABLE webhookEndpoints ADD COLUMN disabledReason TEXT;
ALTER TABLE webhookEndpoints ADD COLUMN withheldEventTypes TEXT;
ALTER TABLE webhookEndpoints ADD COLUMN withheldLocationIds TEXT;
UPDATE webhookEndpoints SET disabledReason = 'failed_deliveries' WHERE status = 'disabled';
UPDATE webhookEndpoints SET credentialId = (SELECT credentialId FROM auditLog
  WHERE type = 'createWebhook' AND recordId = webhookEndpoints.id ORDER BY number DESC LIMIT 1);

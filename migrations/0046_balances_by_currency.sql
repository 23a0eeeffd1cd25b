-- What a client owes in each currency: a JSON list of { amount, currency } with negative amounts, NULL when nothing is
-- owed. The old sum had no currency: it is divided by what could not be charged where that adds up to it, else it is in
-- the currency of the business, in which it was shown.
ALTER TABLE clients ADD COLUMN accountBalances TEXT;
UPDATE clients SET accountBalances = (
  WITH failed AS (
    SELECT penalty ->> '$.currency' AS currency, penalty ->> '$.amount' AS amount FROM bookings
    WHERE clientId = clients.id AND penalty ->> '$.status' = 'failed'
    UNION ALL
    SELECT currency, facts ->> '$.owed' FROM payments JOIN charges ON charges.paymentId = payments.id
    WHERE clientId = clients.id AND handler = 'renewal' AND facts ->> '$.owed' > 0
  ),
  known AS (SELECT currency, sum(amount) AS amount FROM failed GROUP BY currency ORDER BY currency)
  SELECT CASE
    WHEN (SELECT sum(amount) FROM known) = clients.owed
    THEN (SELECT json_group_array(json_object('amount', -amount, 'currency', currency)) FROM known)
    ELSE json_array(json_object('amount', -clients.owed, 'currency', (SELECT payment ->> '$.currency' FROM settings WHERE scope = 'brand')))
  END
) WHERE owed > 0;
ALTER TABLE clients DROP COLUMN owed;

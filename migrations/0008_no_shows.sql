-- A no-show from the waiting list takes no seat; until now the session counted it.
UPDATE sessions SET noShowCount =
    (SELECT count(*) FROM bookings WHERE sessionId = sessions.id AND status = 'noshow' AND confirmedAt IS NOT NULL)
  WHERE id IN (SELECT sessionId FROM bookings WHERE status = 'noshow' AND confirmedAt IS NULL);

-- Those who take part in a challenge, by their points.
CREATE INDEX challengeEnrollmentsByPoints ON challengeEnrollments (challengeId, pointsTotal, id) WHERE status <> 'withdrawn';

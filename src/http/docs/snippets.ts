import go from './snippets/verify.go' with { type: 'text' };
import node from './snippets/verify.mjs' with { type: 'text' };
import php from './snippets/verify.php' with { type: 'text' };
import python from './snippets/verify.py' with { type: 'text' };
import ruby from './snippets/verify.rb' with { type: 'text' };
import stripe from './snippets/verify-stripe.mjs' with { type: 'text' };

export const snippets = [
  { id: 'stripe', title: 'Node and TypeScript, with the stripe package', code: stripe },
  { id: 'node', title: 'Node and TypeScript, by hand', code: node },
  { id: 'python', title: 'Python', code: python },
  { id: 'php', title: 'PHP', code: php },
  { id: 'go', title: 'Go', code: go },
  { id: 'ruby', title: 'Ruby', code: ruby },
];

/** The test vector of events.md "Signature". */
export const testVector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  timestamp: 1_767_225_600,
  body: '{"id":"evt_3f2b8c1e-6d4a-4b9e-9a57-0c1d2e3f4a5b","object":"event","type":"booking.created","apiVersion":"2026-01-10","createdAt":"2026-01-01T00:00:00.000Z","livemode":true,"data":{"bookingId":"11111111-1111-4111-8111-111111111111","clientId":"22222222-2222-4222-8222-222222222222","sessionId":"33333333-3333-4333-8333-333333333333","siteId":"44444444-4444-4444-8444-444444444444","status":"CONFIRMED","bookingSource":"CREDIT"}}',
  signature: 'c562ba013f47f5a2de2cc3a1db2cdad7b1ffd94488acea645b9dd306bb14307a',
};

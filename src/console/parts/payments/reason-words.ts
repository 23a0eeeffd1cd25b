/** Why a payment was given back, in words. */
export const REASON_WORDS = {
  requested_by_customer: 'client.refundAsked',
  service_issue: 'client.refundService',
  duplicate: 'client.refundDuplicate',
  fraudulent: 'client.refundFraud',
  other: 'client.refundOther',
} as const;

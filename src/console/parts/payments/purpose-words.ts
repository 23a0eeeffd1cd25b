/** What a payment is for, in words. */
export const PURPOSES = {
  package: 'client.forPackage',
  membership_renewal: 'client.forRenewal',
  drop_in: 'client.forDropIn',
  late_cancel_fee: 'client.forLateCancel',
  no_show_fee: 'client.forNoShow',
  product: 'client.forProduct',
  other: 'client.forOther',
} as const;

/** How a payment was made, in words. */
export const METHOD_WORDS = {
  card: 'client.methodCard',
  cash: 'client.methodCash',
  external: 'client.methodExternal',
  account_credit: 'client.methodCredit',
  comp: 'client.methodComp',
} as const;

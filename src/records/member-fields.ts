/** `metadata` and `externalId` are for integrations (content.md "Who reads"). Takes a response or its properties. */
export const withoutIntegrationFields = <Shown extends { readonly metadata?: unknown; readonly externalId?: unknown }>(
  shown: Shown,
): Omit<Shown, 'metadata' | 'externalId'> => {
  const { metadata: _metadata, externalId: _externalId, ...rest } = shown;
  return rest;
};

/**
 * What members see of a record: all but `metadata` and `externalId`, which are for integrations (content.md "Who reads").
 * @param shown the fields of a response, or the properties of its schema.
 */
export const withoutIntegrationFields = <Shown extends { readonly metadata?: unknown; readonly externalId?: unknown }>(
  shown: Shown,
): Omit<Shown, 'metadata' | 'externalId'> => {
  const { metadata: _metadata, externalId: _externalId, ...rest } = shown;
  return rest;
};

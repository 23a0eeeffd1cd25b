import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';

/** The descriptions of all fields of a schema, of those of its parts too. */
const descriptionsOf = (schema: { properties?: object; description?: string }): (string | undefined)[] =>
  schema.properties === undefined ? [schema.description] : Object.values(schema.properties).flatMap(descriptionsOf);

test('the channel that is not there yet says so in the document, and no other setting', async () => {
  const studio = await openStudio();
  const { components } = (await studio.get('/openapi.json')).body;
  const settings = descriptionsOf(components.schemas.NotificationSettings);
  const unsent = (texts: readonly (string | undefined)[]) =>
    texts.filter((text) => /not supported yet/i.test(text ?? ''));
  expect(settings.length).toBeGreaterThan(10);
  expect(unsent(settings)).toHaveLength(1);
  const { channels, reminderMinutesBefore } = components.schemas.NotificationPreferences.properties;
  expect(unsent([...descriptionsOf(channels), reminderMinutesBefore.description])).toHaveLength(1);
  await studio.app.stop();
});

import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';

/** The descriptions of all fields of a schema, of those of its parts too. */
const descriptionsOf = (schema: { properties?: object; description?: string }): (string | undefined)[] =>
  schema.properties === undefined ? [schema.description] : Object.values(schema.properties).flatMap(descriptionsOf);

test('every setting of messages says in the document that they are not sent yet', async () => {
  const studio = await openStudio();
  const { components } = (await studio.get('/openapi.json')).body;
  const settings = descriptionsOf(components.schemas.NotificationSettings);
  expect(settings.length).toBeGreaterThan(10);
  expect(settings.filter((text) => text?.includes('Not sent yet') !== true)).toEqual([]);
  const { channels, reminderMinutesBefore } = components.schemas.NotificationPreferences.properties;
  const preferences = [...descriptionsOf(channels), reminderMinutesBefore.description];
  expect(preferences.filter((text) => text?.includes('not sent yet') !== true)).toEqual([]);
  await studio.app.stop();
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue, type EventType, eventTypes } from '../../src/events/catalogue.ts';
import { exampleBody, exampleSiteId, examples, legacyExample } from '../../src/events/examples.ts';
import { LegacyCheckIn } from '../../src/events/legacy-check-in.ts';
import { validatorFor } from '../../src/http/validation.ts';
import { apiDocument } from '../helpers/api-document.ts';
import { httpReceiver } from './receivers.ts';
import { closeAll, openPipeline, type Pipeline } from './set-up.ts';

interface Described {
  readonly post: {
    readonly parameters: readonly { readonly name: string; readonly schema: { readonly const?: string } }[];
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: object } } };
  };
}
const { webhooks } = (await apiDocument()) as { webhooks: Record<string, Described> };
const documented = (type: string) => webhooks[type]?.post.requestBody.content['application/json'].example;

let pipeline: Pipeline;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
beforeAll(async () => {
  receiver = await httpReceiver();
  pipeline = await openPipeline();
  await pipeline.addEndpoint(`https://receiver.test:${receiver.port}/`, { eventTypes: ['*', 'checkIn'] });
});
afterAll(closeAll);

/** What arrives when `raise` has raised one event, and how it was announced. */
const delivered = async (raise: () => Promise<string>) => {
  receiver.arrived.length = 0;
  const id = await raise();
  await pipeline.webhooks.idle();
  const [one] = receiver.arrived;
  const { headers } = one ?? { headers: {} as Record<string, string> };
  return { id, body: one?.body ?? '', idHeader: headers['x-service-event-id'], type: headers['x-service-event-type'] };
};

const raiseExample = <Type extends EventType>(type: Type) =>
  pipeline.store.write<string>((tx) => tx.raise(type, exampleSiteId, examples[type]));

describe('a delivery of every type is what the document shows', () => {
  // A ping goes to one endpoint, by request; its test is with redelivery.
  for (const type of eventTypes.filter((each) => each !== 'ping')) {
    test(type, async () => {
      const sent = await delivered(() => raiseExample(type));
      const body = JSON.parse(sent.body);
      expect([sent.idHeader, sent.type]).toEqual([body.id, type]);
      expect(validatorFor(catalogue[type]()).errors(body.data)).toEqual([]);
      const { id, createdAt } = exampleBody(type) as { id: string; createdAt: string };
      expect({ ...body, id, createdAt }).toEqual(documented(type));
      expect(Object.keys(body)).toEqual(Object.keys(documented(type) ?? {}));
    });
  }
});

describe('the legacy check-in', () => {
  test('has its exact flat body, keys in order, and its id in the header alone', async () => {
    const sent = await delivered(() => pipeline.store.write<string>((tx) => tx.raiseCheckIn(legacyExample)));
    expect([sent.idHeader, sent.type]).toEqual([sent.id, 'checkIn']);
    expect(sent.body).toBe(JSON.stringify(documented('checkIn')));
    expect(sent.body).not.toContain(sent.id);
    expect(validatorFor(LegacyCheckIn).errors(JSON.parse(sent.body))).toEqual([]);
  });

  test('has every key, null where nothing is known, in the order of the catalogue', async () => {
    const { clientID, siteID, checkInTime } = legacyExample;
    const facts = { checkInTime, siteID, clientID };
    const sent = await delivered(() => pipeline.store.write<string>((tx) => tx.raiseCheckIn(facts)));
    expect(Object.keys(JSON.parse(sent.body)).join()).toBe(
      'clientID,siteID,checkInTime,firstName,lastName,email,phone,barcode,fobNumber,packageName,packageID,' +
        'checkInStatus,checkInMessage,sessionType,sessionName,sessionID,sessionStartTime,SessionInstructor,customProperties',
    );
    expect(Object.values(JSON.parse(sent.body)).filter((value) => value === null)).toHaveLength(16);
  });
});

test('the document has every type and no other', () => {
  expect(Object.keys(webhooks).sort()).toEqual([...eventTypes, 'checkIn'].sort());
});

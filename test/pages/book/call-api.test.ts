import { expect, test } from 'bun:test';
import type { ApiItem, ApiResponse } from '../../../src/pages/book/api-operations.ts';
import { apiFor } from '../../../src/pages/book/call-api.ts';
import { callApiOnce } from '../../../src/pages/book/call-api-once.ts';

const OPERATIONS = new Map([
  ['getMemberPackage', { method: 'GET', path: '/public-api/v2/member/packages/:id' }],
  ['endMemberPackage', { method: 'POST', path: '/public-api/v2/member/packages/:id/end' }],
  ['listMemberBookings', { method: 'GET', path: '/public-api/v2/member/bookings' }],
  ['createPurchase', { method: 'POST', path: '/public-api/v2/member/purchases' }],
  ['createMemberReminder', { method: 'POST', path: '/public-api/v2/member/reminders' }],
] as const);

/** Calls of the API, and the requests that they send. */
const recorded = (respond: () => Response = () => Response.json({})) => {
  const sent: Request[] = [];
  const api = apiFor({
    send: async (request) => {
      sent.push(request);
      return respond();
    },
    operations: OPERATIONS,
    rootUrl: 'http://localhost:8420',
    siteId: 'home',
    dependantId: undefined,
    visitor: new Request('http://localhost:8420/book', { headers: { cookie: 'a=b' } }),
    setCookie: () => {},
  });
  return { ...api, sent, urls: () => sent.map(({ method, url }) => `${method} ${url.slice(21)}`) };
};

test('a call fills in the path, the query and the headers of its operation', async () => {
  const { callApi, sent, urls } = recorded();
  await callApi('listMemberBookings', { query: { limit: 5, starting_after: undefined, 'expand[]': ['session'] } });
  await callApi('createMemberReminder', { body: { sessionId: 's' }, key: 'k', siteId: 'other' });
  expect(urls()).toEqual([
    'GET /public-api/v2/member/bookings?limit=5&expand%5B%5D=session',
    'POST /public-api/v2/member/reminders',
  ]);
  expect(sent.map(({ headers }) => headers.get('x-site-id'))).toEqual(['home', 'other']);
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, 'k']);
  expect(sent.map(({ headers }) => headers.get('cookie'))).toEqual(['a=b', 'a=b']);
  expect(await sent[1]?.json()).toEqual({ sessionId: 's' });
});

test('a preview changes nothing', async () => {
  const { previewApi, urls } = recorded();
  await previewApi('endMemberPackage', { path: { id: 'x' } });
  expect(urls()).toEqual(['POST /public-api/v2/member/packages/x/end?dry_run=true']);
});

test('a part of a path stays one part, and one that stands for another is refused before anything is sent', async () => {
  const { callApi, urls } = recorded();
  for (const id of ['..', '.']) {
    await expect(callApi('endMemberPackage', { path: { id } })).rejects.toMatchObject({ status: 404 });
  }
  expect(urls()).toEqual([]);
  for (const id of ['../cards/y', 'a%2Fb', '%2e%2e', 'a#b', 'a?b']) await callApi('getMemberPackage', { path: { id } });
  expect(urls()).toEqual([
    'GET /public-api/v2/member/packages/..%2Fcards%2Fy',
    'GET /public-api/v2/member/packages/a%252Fb',
    'GET /public-api/v2/member/packages/%252e%252e',
    'GET /public-api/v2/member/packages/a%23b',
    'GET /public-api/v2/member/packages/a%3Fb',
  ]);
});

test('what the API refuses is thrown with its code and its details', async () => {
  const error = { code: 'plan_limit_reached', message: 'Once.', details: [{ param: 'planId', code: 'x' }] };
  const { callApi } = recorded(() => Response.json({ error }, { status: 409 }));
  await expect(callApi('listMemberBookings')).rejects.toMatchObject({ status: 409, ...error });
});

test('a second press of a button waits for the result of the first', async () => {
  const responses = [
    Response.json({ error: { code: 'idempotency_key_in_use' } }, { status: 409 }),
    Response.json({ id: 'r' }, { status: 201 }),
  ];
  const { callApi, sent } = recorded(() => responses.shift() ?? Response.error());
  const call = { body: { sessionId: 's' }, key: 'k' };
  expect(await callApiOnce({ callApi }, 'createMemberReminder', call)).toMatchObject({ id: 'r' });
  expect(sent.length).toBe(2);
});

const BODY = { planId: 'p', acceptTerms: true } as const;

/** Compiled, never run: each wrong call has to be an error of its types. */
const wrongCalls = ({ callApi, previewApi }: ReturnType<typeof recorded>) => [
  // @ts-expect-error there is no such operation
  callApi('createPurchases', { body: { planId: 'p', acceptTerms: true } }),
  // @ts-expect-error a field that the body has not
  callApi('createPurchase', { body: { planId: 'p', acceptTerms: true, plan: 'p' } }),
  // @ts-expect-error a field of another type
  callApi('createPurchase', { body: { planId: 1, acceptTerms: true } }),
  // @ts-expect-error a field is missing
  callApi('createPurchase', { body: { acceptTerms: true } }),
  // @ts-expect-error the body is missing
  callApi('createPurchase'),
  // @ts-expect-error the part of the path is missing
  callApi('getMemberPackage'),
  // @ts-expect-error a part that the path has not
  callApi('getMemberPackage', { path: { packageId: 'p' } }),
  // @ts-expect-error a parameter that the query has not
  callApi('listMemberBookings', { query: { session: 's' } }),
  // @ts-expect-error a value that the parameter has not
  callApi('listMemberBookings', { query: { status: 'gone' } }),
  // @ts-expect-error previews are made by previewApi alone
  callApi('createPurchase', { body: BODY, query: { dry_run: true } }),
  // @ts-expect-error an operation without a preview
  previewApi('getMemberPackage', { path: { id: 'p' } }),
];

test('a call that its operation does not take does not compile, and what it gets is what the document says', () => {
  const bought: ApiResponse<'createPurchase'>['object'][] = ['purchase', 'purchase_approval'];
  // @ts-expect-error the preview of a sale is no purchase
  const previewed: ApiResponse<'createPurchase'>['object'] = 'sale_preview';
  const booking: Pick<ApiItem<'listMemberBookings'>, 'status'> = { status: 'waitlisted' };
  expect({ bought, previewed: String(previewed), booking }).toMatchObject({
    bought: ['purchase', 'purchase_approval'],
    previewed: 'sale_preview',
    booking: { status: 'waitlisted' },
  });
  expect(wrongCalls).toBeFunction();
});

import { newSetupLink } from '../../src/auth/staff/setup-link.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import type { DemoData } from '../../src/resources/sign-in/setup/ports.ts';
import { makeDemoRows } from '../../src/sandbox/demo/demo-rows.ts';
import { type ApiResponse, openStudio, type Studio, TEST_START } from './api.ts';
import { cookieOf, FROM_PAGE, withCookie } from './people.ts';

const { token, link } = newSetupLink(systemRandom(), TEST_START);

const OWNER = {
  firstName: 'Olivia',
  lastName: 'Grant',
  email: 'olivia@example.com',
  password: 'three green bicycles',
};

const made = new Map<string, Promise<string>>();

/** Makes demo data in this process, once for each place and time. */
const makeHere: DemoData['make'] = (start) => {
  const key = JSON.stringify(start);
  const rows = made.get(key) ?? makeDemoRows(start);
  made.set(key, rows);
  return rows;
};

/** A new studio that waits for its first owner. */
export const openForSetup = (makeDemoData: DemoData['make'] = makeHere): Promise<Studio> =>
  openStudio({ setup: link, environment: 'production', makeDemoData, expectsError: isExpected });

const isExpected = (error: unknown): boolean => error instanceof Error && error.message === 'expected';

export const setUp = (studio: Studio, body: object = {}): Promise<ApiResponse> =>
  studio.post('/manage/setup', { token, owner: OWNER, ...body }, FROM_PAGE);

/** A new studio with demo data, and the headers of its owner. */
export const openWithDemoData = async () => {
  const studio = await openForSetup();
  const response = await setUp(studio, { demoData: true });
  await studio.given(Promise.resolve(response));
  return { studio, owner: withCookie(cookieOf(response)) };
};

import { hasOwner } from '../../../auth/staff/owners.ts';
import { requireStrong } from '../../../auth/staff/passwords/new-password.ts';
import { publicOperations } from '../../../http/operations/declare.ts';
import { answerOf } from '../../../http/operations/example.ts';
import { brandCurrency, brandSettings } from '../../settings/queries.ts';
import { signInPerson } from '../begin.ts';
import { browserOf } from '../browser.ts';
import { takesPasskeys } from '../passkeys/address.ts';
import { SignIn } from '../shapes.ts';
import type { SignInDeps } from '../state.ts';
import { makeDemoData } from './demo-data.ts';
import { requireSetup, setUp } from './set-up.ts';
import { Setup, SetupRequest } from './shapes.ts';

/** The first start (appliance.md "First run"). */
export const setupOperations = (deps: SignInDeps) =>
  publicOperations(
    { tag: 'Sign-in' },
    ({ read, flow }) => [
      read(
        'GET /manage/setup',
        'getSetup',
        {
          summary: 'Retrieve whether the studio has an owner yet',
          description: 'For pages to check before anyone has signed in.',
          response: Setup,
        },
        (view) => {
          const { name, locale, defaultTimezone: timezone } = brandSettings(view);
          const isNeeded = !hasOwner(view);
          return {
            object: 'setup',
            isNeeded,
            isOpen: isNeeded && deps.setup?.isOpen(view.nowMs) === true,
            passkeys: takesPasskeys(deps.rootUrl()),
            mailsLinks: deps.writeToStaff !== undefined,
            signsMembersIn: deps.memberSignIn !== undefined,
            publicUrl: deps.rootUrl(),
            studio: { name, locale, currency: brandCurrency(view), timezone },
          };
        },
      ),
      flow(
        'POST /manage/setup',
        'setUp',
        {
          summary: 'Create the first owner and sign in',
          description:
            'While there is no owner, each start of the server prints a link that works once, for 30 minutes; its ' +
            'fragment is the token. `studiod owner create` does the same.',
          body: SetupRequest,
          response: SignIn,
          errors: [403, 503],
          seesRequest: true,
          isInteractive: true,
          answers: { 200: answerOf('signIn') },
        },
        async ({ body, request }, conclude) => {
          const browser = browserOf(request, deps);
          requireSetup(deps.store.view(), deps, body.token);
          requireStrong('owner.password', body.owner.password, body.owner);
          const hash = await deps.passwords.hash(body.owner.password);
          const demoData = body.demoData === true ? await makeDemoData(deps, body) : undefined;
          return conclude((tx) =>
            signInPerson(tx, deps, setUp(tx, deps, { body, hash, demoData }).id, browser, 'setUp'),
          );
        },
      ),
    ],
    true,
  );

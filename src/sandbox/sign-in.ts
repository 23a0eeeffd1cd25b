import type { AnyElysia } from 'elysia';
import { memberCookie } from '../auth/members/own/cookie.ts';
import { beginDevice } from '../auth/members/own/devices.ts';
import { isSecureUrl } from '../auth/staff/authenticator.ts';
import { sessionCookie } from '../auth/staff/cookie.ts';
import { requireNoOtherPage } from '../auth/staff/same-origin.ts';
import { beginSession, newSecret, type SessionOrigin } from '../auth/staff/sessions.ts';
import type { Store } from '../database/store.ts';
import { parseBody, readUntypedText } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { validatorFor } from '../http/validation.ts';
import { missingResource } from '../kernel/problem.ts';
import type { Random } from '../kernel/random.ts';
import { id, object, oneOf, optional } from '../kernel/schemas.ts';
import { clientById } from '../resources/clients/queries.ts';
import { MEMBER, STAFF } from '../resources/demo-ids.ts';
import { linkOwn } from '../resources/member-links/sign-in.ts';
import { Staff } from '../resources/staff/record.ts';

const PEOPLE = { owner: STAFF.owner, front_desk: STAFF.frontDesk, instructor: STAFF.ana } as const;

const SignInRequest = validatorFor(
  object({ role: oneOf('owner', 'front_desk', 'instructor', 'member'), clientId: optional(id()) }),
);

/**
 * `POST /sandbox/sign-in`: signs a browser in to the console as someone of the demo studio, without a password, or to the
 * pages for members as a member, without a code.
 */
export const sandboxSignIn = (store: Store, random: Random, rootUrl: () => string): AnyElysia => {
  const isSecure = () => isSecureUrl(rootUrl());

  const asStaff = async (role: keyof typeof PEOPLE, origin: SessionOrigin) => {
    const staffId = PEOPLE[role];
    const token = newSecret(random);
    await store.write((tx) => {
      beginSession(tx, token, staffId, origin);
      Staff.rows.update(tx, staffId, { lastLoginAt: tx.now });
    });
    return { person: { staffId, role }, cookie: sessionCookie(token, isSecure()) };
  };

  const asMember = async (clientId: string, origin: SessionOrigin) => {
    const { token } = await store.write((tx) => {
      if (clientById(tx, clientId) === undefined) throw missingResource('clientId', 'client', clientId);
      linkOwn(tx, rootUrl(), clientId);
      return beginDevice(tx, random, { ...origin, clientId, kind: 'browser' });
    });
    return { person: { clientId, role: 'member' }, cookie: memberCookie(token, isSecure()) };
  };

  return router('').post(
    '/sign-in',
    async ({ request, set }) => {
      requireNoOtherPage(request, rootUrl());
      const { role, clientId = MEMBER } = parseBody(await readUntypedText(request), SignInRequest);
      const origin = { userAgent: request.headers.get('user-agent'), address: '127.0.0.1' };
      const { person, cookie } = await (role === 'member' ? asMember(clientId, origin) : asStaff(role, origin));
      set.headers['set-cookie'] = cookie;
      return { object: 'sandbox_sign_in', ...person };
    },
    { parse: 'none' },
  );
};

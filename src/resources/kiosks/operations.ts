import { Type } from '@sinclair/typebox';
import { requireExpiryWithinOwn } from '../../auth/granting.ts';
import { Kiosk, kioskPage } from '../../auth/kiosks/record.ts';
import { createKiosk, newKioskToken, revokeKiosk } from '../../auth/kiosks/tokens.ts';
import { createPasswords } from '../../auth/staff/passwords/passwords.ts';
import { byAsker, createThrottle } from '../../auth/staff/throttle.ts';
import { kioskOperations } from '../../http/operations/declare.ts';
import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { requireScope, staffIdOf } from '../../kernel/caller.ts';
import { lazily } from '../../kernel/lazily.ts';
import { forbidden } from '../../kernel/problem.ts';
import { object } from '../../kernel/schemas.ts';
import { createUnknownScans } from '../../rate-limits/unknown-scans.ts';
import { BOOKINGS, KIOSKS, SITES } from '../demo-ids.ts';
import { requireActive, requiredSite } from '../named-sites.ts';
import type { Program } from '../program.ts';
import type { RequestPorts } from '../sign-in/browser.ts';
import { arrivals } from './arrivals.ts';
import { checkInAtKiosk } from './check-in.ts';
import { leaveKiosk } from './leave.ts';
import { screenOf } from './screen.ts';
import {
  CreateKiosk,
  KioskArrivals,
  KioskCheckIn,
  KioskCheckInRequest,
  KioskLeft,
  KioskScreen,
  KioskWithToken,
  LeaveKiosk,
} from './shapes.ts';

type KioskDeps = Pick<Program, 'store' | 'secrets' | 'reactions'> & Pick<RequestPorts, 'requests'>;

export const manageKioskOperations = ({ secrets }: KioskDeps) => {
  const passwords = lazily(createPasswords);
  return recordOperations(
    { tag: 'Kiosks', about: "Tablets at a site's door where clients check themselves in.", reads: 'getKiosk' },
    'manage',
    {
      record: Kiosk,
      path: '/manage/kiosks',
      names: ['kiosk', 'kiosks'],
      staff: 'bookings:check_in',
      example: like(KIOSKS.door, 'createKiosk'),
    },
    ({ list, retrieve, act }, { flow }) => [
      list('Returns the newest first, including revoked and expired ones.', (read, { caller, page }) =>
        kioskPage(read, page, {}, caller.siteIds),
      ),
      flow(
        'POST /manage/kiosks',
        'createKiosk',
        {
          sensitive: true,
          givesRights: true,
          summary: 'Create a kiosk',
          description:
            'The token is shown only once and does not expire. It can look up arrivals at its site and check them in, ' +
            'and nothing else. Creating it requires the scope `checkins:write`, too, and a credential that does not ' +
            'expire. A PIN is needed to leave the kiosk.',
          body: CreateKiosk,
          status: 201,
          response: KioskWithToken,
          hasEtag: false,
          staff: 'bookings:check_in',
          sites: 'named',
          example: { body: { name: 'Front door', siteId: SITES.downtown, pin: '2468' } },
        },
        async ({ caller, body }, conclude) => {
          requireScope(caller, 'checkins:write');
          requireExpiryWithinOwn(caller, null);
          const pinHash = await passwords().hash(body.pin);
          return conclude((tx) => {
            const site = requiredSite(tx, caller, body);
            requireActive(site);
            const token = newKioskToken(secrets.random);
            const made = {
              name: body.name,
              siteId: site.id,
              pinHash,
              createdByStaffId: staffIdOf(caller),
              createdByCredentialId: caller.credentialId,
            };
            return { ...Kiosk.view(createKiosk(tx, token, made)), token };
          });
        },
      ),
      retrieve('The token and PIN are not included.'),
      act('revoke', 'From now on, requests with its token return 401.', (tx, _caller, row) => revokeKiosk(tx, row), {
        summary: 'Permanently revoke a kiosk',
      }),
    ],
  );
};

export const ownKioskOperations = ({ store, reactions, requests }: KioskDeps) => {
  const passwords = lazily(createPasswords);
  const throttle = createThrottle(store.clock);
  const unknownScans = createUnknownScans(store.clock);
  return kioskOperations({ tag: 'Kiosks' }, ({ read, write, flow }) => [
    read(
      'GET /manage/kiosk',
      'getKioskScreen',
      {
        summary: "Retrieve a kiosk's start screen",
        description: 'The studio, the site, and the next classes.',
        response: KioskScreen,
      },
      (read, { caller }) => screenOf(read, caller),
    ),
    read(
      'GET /manage/kiosk/arrivals',
      'listKioskArrivals',
      {
        summary: 'Search arrivals at a kiosk',
        description:
          'Matches the first letters of the names of clients with a spot in a session of the site whose check-in ' +
          'is open now. A kiosk can search up to 60 times a minute.',
        query: object(() => ({
          q: Type.String({ format: 'line', minLength: 2, maxLength: 60, description: 'At least two letters.' }),
        })),
        response: KioskArrivals,
        example: { query: { q: 'da' } },
      },
      (read, { caller, query }) => arrivals(read, caller, query.q),
    ),
    write(
      'POST /manage/kiosk/check-in',
      'checkInAtKiosk',
      {
        summary: 'Check in at a kiosk',
        description:
          'Send the booking of an arrival, or what was scanned: a card or key fob. A refusal returns 201, too, and ' +
          'only says to see the front desk, where the check-in is listed with its reason. After 15 unknown numbers ' +
          'in 15 minutes, a number only lets in clients with a spot in a session whose check-in is open.',
        body: KioskCheckInRequest,
        isBodyRequired: true,
        status: 201,
        response: KioskCheckIn,
        example: { body: { bookingId: BOOKINGS.confirmed } },
      },
      (tx, { caller, body, requestKey }) =>
        checkInAtKiosk(tx, caller, { body, requestKey }, { reactions, unknownScans }),
    ),
    flow(
      'POST /manage/kiosk/leave',
      'leaveKiosk',
      {
        summary: 'Leave a kiosk with its PIN',
        description:
          'Its token is revoked. After five wrong PINs, it has to wait: 30 seconds, then twice as long each time, ' +
          'up to 15 minutes.',
        body: LeaveKiosk,
        response: KioskLeft,
        seesRequest: true,
        errors: [403, 429],
        example: { body: { pin: '2468' } },
      },
      async ({ caller, body, request }, conclude) => {
        const address = request === undefined ? null : requests.addressOf(request);
        const kiosk = Kiosk.rows.find(store.view(), caller.credentialId);
        const attempt = throttle.begin([byAsker('kiosk', caller.credentialId)]);
        try {
          if (!(await passwords().verify(body.pin, kiosk?.pinHash))) {
            attempt.failed();
            throw forbidden('The PIN is wrong. Send the PIN of this kiosk.', 'pin_wrong');
          }
          attempt.succeeded();
          return await conclude((tx) => {
            const row = Kiosk.rows.find(tx, caller.credentialId);
            if (row !== undefined) leaveKiosk(tx, row, address);
            return { object: 'kiosk_leave', left: true };
          });
        } finally {
          attempt.ended();
        }
      },
    ),
  ]);
};

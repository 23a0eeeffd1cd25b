import { createSandboxIssuer } from '../../../src/sandbox/issuer.ts';
import { MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { keepMails } from '../../helpers/mails.ts';
import { sellPackage } from '../../helpers/sales.ts';

const BASE = '/public-api/v2/member';

/** A studio that writes mails, whose members sign in and may bring two guests. */
export const openGuestStudio = async (booking: object = {}) => {
  const { mails, transport } = keepMails();
  const issuer = await createSandboxIssuer(() => 'http://localhost');
  const studio = await openStudio({ memberIssuers: () => [issuer.member], mail: transport });
  const settings = { guestsPerBooking: 2, memberRequiresCredit: false, ...booking };
  await studio.given(studio.patch('/v2/settings', { brand: { memberTier: 'pro' }, booking: settings }));
  const signIn = async (clientId: string) => {
    const { idToken } = await issuer.createToken(studio.store, clientId, 366 * 86_400);
    const headers = { 'x-service-api-key': '', authorization: `Bearer ${idToken}`, 'x-site-id': MAIN_SITE };
    const send = (method: string, path: string, body?: unknown) => studio.send(method, path, body, headers);
    const call = (method: string, path: string, body?: unknown) => send(method, BASE + path, body);
    return {
      id: clientId,
      get: (path: string) => call('GET', path),
      post: (path: string, body?: unknown) => call('POST', path, body),
      prefer: (choices: object) => send('PUT', '/v2/member/notifications/preferences', choices),
    };
  };
  /** A member with a booking, and a package that pays for guests too. */
  const host = async (given: { readonly sessionId?: string; readonly plan?: object } = {}) => {
    const member = await signIn(await addClient(studio));
    const { id: packageId } = await sellPackage(studio, member.id, { guestCredits: true, ...given.plan });
    const sessionId = given.sessionId ?? (await addSession(studio));
    const { id: bookingId } = await studio.given(member.post('/bookings', { sessionId }));
    const bring = (body: object) =>
      member.post(`/bookings/${bookingId}/guests`, { firstName: 'Jo', payment: 'pass', ...body });
    const guests = async () => (await member.get(`/bookings/${bookingId}/guests`)).body;
    studio.events();
    return { ...member, packageId, sessionId, bookingId, bring, guests };
  };
  /** Lets mails be made and sent. */
  const pass = () => studio.time.moveTo(studio.time.now() + 1_000);
  const bookingOf = async (id: string) => (await studio.get(`/v2/bookings/${id}`)).body;
  const clientOf = async (id: string) => (await studio.get(`/v2/clients/${id}`)).body;
  const rest = async (packageId: string) => (await studio.get(`/v2/packages/${packageId}`)).body.creditsRemaining;
  return { ...studio, mails, signIn, host, pass, bookingOf, clientOf, rest };
};

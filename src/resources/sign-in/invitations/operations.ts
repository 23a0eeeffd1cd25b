import { type LinkRow, linkOfToken, removeLink } from '../../../auth/staff/links.ts';
import { requireStrong } from '../../../auth/staff/passwords/new-password.ts';
import { newSecret } from '../../../auth/staff/sessions.ts';
import { removeFactors, storePassword } from '../../../auth/staff/sign-in-rows.ts';
import type { Read } from '../../../database/database.ts';
import { publicOperations } from '../../../http/operations/declare.ts';
import { like } from '../../../http/operations/example.ts';
import { recordOperations } from '../../../http/operations/record-operations.ts';
import { forbidden } from '../../../kernel/problem.ts';
import { described, id, optional } from '../../../kernel/schemas.ts';
import { INVITATIONS, STAFF } from '../../demo-ids.ts';
import { brandSettings } from '../../settings/queries.ts';
import { Staff, type StaffRow } from '../../staff/record.ts';
import { requireTakeover } from '../../staff/takeover.ts';
import { afterPassword } from '../begin.ts';
import { browserOf } from '../browser.ts';
import { SignIn } from '../shapes.ts';
import type { SignInDeps } from '../state.ts';
import { invite } from './invite.ts';
import { DeletedStaffInvitation, findInvitation, invitationPage, invitationViews, StaffInvitation } from './record.ts';
import { AcceptInvitation, CreateInvitation, OpenInvitation, StaffInvitationWithLink, TokenRequest } from './shapes.ts';

/** The invitation of every sandbox: anyone may try it. */
export const DEMO_INVITATION = 'SandboxInvitationOfBenKnownToEveryone000000';

/** The links with which others let people in. */
export const invitationOperations = (deps: SignInDeps) =>
  recordOperations(
    { tag: 'Sign-in' },
    'manage',
    {
      record: { ...StaffInvitation, find: findInvitation, view: (row) => row },
      views: (read, _caller, rows) => invitationViews(read, rows),
      path: '/manage/staff/invitations',
      names: ['invitation', 'invitations'],
      ids: ['StaffInvitation', 'StaffInvitations'],
      staff: 'staff:write',
      example: like(INVITATIONS.ben, 'createStaffInvitation'),
    },
    ({ list, retrieve, remove }, { write }) => [
      list(
        'Returns those that can still be used. The link itself is shown only once.',
        (read, { caller, page, filters }) => invitationPage(read, page, filters, caller.siteIds),
        {
          summary: 'List invitations and password reset links',
          filters: { staff_id: optional(described(id(), 'Only return the invitation of this staff member.')) },
        },
      ),
      write(
        'POST /manage/staff/invitations',
        'createStaffInvitation',
        {
          summary: 'Invite a staff member or create a password reset link',
          description:
            "The response includes the link, which works once, for 72 hours. The person's earlier links stop " +
            'working. You cannot create a link for someone with more permissions than you have. A credential needs ' +
            'every scope.',
          body: CreateInvitation,
          status: 201,
          response: StaffInvitationWithLink,
          staff: 'staff:write',
          sites: 'named',
          example: { body: { staffId: STAFF.frontDesk } },
        },
        (tx, { caller, body }) => {
          const token = newSecret(deps.secrets.random);
          const row = findInvitation(tx, caller, invite(tx, caller, body, token));
          const link = `${deps.rootUrl()}/console/invitation#${token}`;
          const kind = row.purpose === 'invitation' ? 'staff_invitation' : row.purpose;
          deps.writeToStaff?.(tx, { kind, staffId: row.staffId, linkId: row.id, url: link });
          return { ...invitationViews(tx, [row])(row), link, isMailed: deps.writeToStaff !== undefined };
        },
      ),
      retrieve(),
      remove(
        'The link stops working. The person remains a staff member. Requires the permission to create the link.',
        (tx, caller, { id, staffId }) => {
          const person = Staff.rows.find(tx, staffId);
          if (person !== undefined) requireTakeover(tx, caller, person);
          removeLink(tx, id);
          return { id, object: 'staff_invitation', deleted: true };
        },
        { summary: 'Revoke an invitation', response: DeletedStaffInvitation },
      ),
    ],
  );

const linkInvalid = () =>
  forbidden('This link is no longer valid: it was used, withdrawn, or has expired. Ask for a new one.', 'link_invalid');

/** @throws Problem 403 `link_invalid`. */
const openLink = (read: Read, token: string): { readonly link: LinkRow; readonly person: StaffRow } => {
  const link = linkOfToken(read, token);
  const person = link === undefined ? undefined : Staff.rows.find(read, link.staffId);
  if (link === undefined || person?.status !== 'active') throw linkInvalid();
  return { link, person };
};

/** What the person does who has the link. The token is in the body, since logs of proxies have addresses. */
export const openInvitationOperations = (deps: SignInDeps) =>
  publicOperations(
    { tag: 'Sign-in' },
    ({ write, flow }) => [
      write(
        'POST /manage/auth/invitation/view',
        'viewInvitation',
        {
          summary: "Retrieve an invitation by its link's token",
          description: 'Returns who is invited and in which role, before a password is chosen. The link keeps working.',
          body: TokenRequest,
          response: OpenInvitation,
          errors: [403],
          example: { body: { token: DEMO_INVITATION } },
        },
        (tx, { body }) => {
          const { link, person } = openLink(tx, body.token);
          const { firstName, lastName, email, role } = person;
          const { purpose, expiresAt } = link;
          const studioName = brandSettings(tx).name;
          return { object: 'open_invitation', purpose, firstName, lastName, email, role, studioName, expiresAt };
        },
      ),
      flow(
        'POST /manage/auth/invitation',
        'acceptInvitation',
        {
          summary: "Choose a password with a link's token and sign in",
          description: "The link cannot be used again, and all of the person's sessions end.",
          body: AcceptInvitation,
          response: SignIn,
          errors: [403],
          seesRequest: true,
          example: { body: { token: DEMO_INVITATION, password: 'three green bicycles' } },
        },
        async ({ body, request }, conclude) => {
          const browser = browserOf(request, deps);
          requireStrong('password', body.password, openLink(deps.store.view(), body.token).person);
          const hash = await deps.passwords.hash(body.password);
          return conclude((tx) => {
            const { link, person } = openLink(tx, body.token);
            storePassword(tx, person.id, hash);
            if (link.removesSecondFactor === 1) removeFactors(tx, person.id);
            const half = { staffId: person.id, passwordHash: hash, type: 'acceptInvitation' };
            return afterPassword(tx, deps, half, browser);
          });
        },
      ),
    ],
    true,
  );

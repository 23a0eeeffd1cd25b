import { typeOfStatus } from '../../kernel/problem.ts';
import { REASONS } from '../../kernel/reasons.ts';
import type { CodeRow } from './code-row.ts';
import { conflictCodes } from './conflict-codes.ts';

/** The codes of each status. A test fails for a code that is thrown and not in this table. */
const CODES: Readonly<Record<number, readonly CodeRow[]>> = {
  400: [
    ['parameter_missing', 'A required field or parameter is missing.', 'Send the field or parameter given in param.'],
    [
      'parameter_invalid',
      `A value has the wrong type, format, or size, or two values contradict each other. The reason in details is one of ${REASONS.join(', ')}, with min, max, or other facts beside it.`,
      'Correct the value given in param. The message says what is expected.',
    ],
    [
      'parameter_unknown',
      'There is no field or query parameter with this name. Unknown names are never ignored.',
      'Correct the spelling (the message suggests a name) or remove it.',
    ],
    ['json_invalid', 'The body is not valid JSON.', 'Check quotes, commas and encoding, and send it again.'],
    [
      'cursor_invalid',
      'The cursor is not the ID of a record in this list.',
      'Send nextCursor, previousCursor, or the ID of an item in this list, or start without a cursor.',
    ],
    [
      'resource_missing',
      'The body or a filter refers to a record that does not exist or that this credential cannot access.',
      'Check the ID given in param.',
    ],
    [
      'version_unsupported',
      'X-Service-Version is not a version that this release supports.',
      'Send one of the versions listed in the message, or remove the header.',
    ],
    [
      'template_invalid',
      'An email template cannot be filled: a brace is not closed, or a placeholder does not exist. The reason in details is open_brace, no_placeholder, unknown_placeholder, misspelled_placeholder, otherwise_missing, no_number, has_format, or unreadable, with line, placeholder, or meant beside it.',
      'Correct the line given in the message. Use only the variables of the template.',
    ],
    [
      'webhook_url_not_allowed',
      'The URL of a webhook must be a public https:// URL.',
      'Use a public host name. The operator can allow private networks with STUDIOD_WEBHOOK_ALLOWED_NETWORKS.',
    ],
    [
      'custom_header_not_allowed',
      'The custom header of a webhook is not a valid header, or is reserved for deliveries.',
      'Choose another name, such as X-Webhook-Token, and a value of printable ASCII characters.',
    ],
    [
      'media_unsupported',
      'The content of a file does not match its type, or is not a video, audio, image, PDF, or WebVTT file; or the captions are not valid.',
      'The message says what was found. Convert the file, or upload it with its own type.',
    ],
    [
      'client_required',
      'A business credential called a member operation without a client.',
      'Send X-Client-ID with the ID of the client.',
    ],
    [
      'code_wrong',
      'The code from the authenticator app is wrong.',
      'Send the code the app shows now. The phone’s clock must be correct.',
    ],
    [
      'passkey_wrong',
      'A new passkey does not belong to the options of this page, or was already added.',
      'Request new options, and let the browser create another passkey.',
    ],
    [
      'password_weak',
      'A new password has fewer than 12 characters, is common, or is the name or email of the person.',
      'Choose another one; the message says what is wrong. Three or four words make a good password.',
    ],
    [
      'password_wrong',
      'The password entered to confirm an action is wrong.',
      'Check it. After five wrong passwords, the account is paused for a while.',
    ],
    [
      'site_required',
      'A member request has no site, or its site is unknown or inactive.',
      'Send X-Site-ID with the ID of an active site.',
    ],
  ],
  401: [
    ['credential_missing', 'The request has no credential.', 'Send X-Service-API-Key with an API key.'],
    [
      'api_key_invalid',
      'The API key is unknown, revoked, or expired.',
      'Check that you copied the whole key without spaces. Otherwise, create a new key.',
    ],
    [
      'token_invalid',
      'The bearer token is malformed, or its issuer or audience is wrong. With details for X-Access-Token, the UserInfo ' +
        'endpoint of the sign-in provider did not say who the member is; the code in details gives the reason.',
      'Request a new token from the correct issuer.',
    ],
    ['token_expired', 'The bearer token has expired.', 'Request a new token and send the request again.'],
    ['kiosk_ended', 'The token of a kiosk is unknown, or the kiosk was closed or ended.', 'Start the kiosk again.'],
    ['session_ended', 'The session of a person who was signed in has ended.', 'Sign in again.'],
    [
      'sign_in_failed',
      'The email and password do not match, or the person cannot sign in. The response does not distinguish the two.',
      'Check both. An owner or manager can send you a link to choose a new password.',
    ],
    [
      'second_factor_failed',
      'The code, recovery code, or passkey is wrong, or was already used.',
      'Send the code the app shows now. If you lost it, ask an owner or manager for a link.',
    ],
    [
      'member_code_wrong',
      'This is not the latest code emailed to the address. The details contain the number of attempts left.',
      'Check the latest email, or request a new code.',
    ],
    [
      'member_code_expired',
      'The code for this address is no longer valid: it was used, is older than 10 minutes, or was tried five times.',
      'Request a new one with POST /public-api/v2/auth/code.',
    ],
    [
      'refresh_token_invalid',
      'The refresh token is unknown, was already used, or has expired. Using one twice signs its device out.',
      'Have the member sign in again.',
    ],
    [
      'sign_up_expired',
      'The address was verified more than an hour ago, or the token was already used.',
      'Start again with POST /public-api/v2/auth/code.',
    ],
    [
      'sign_in_expired',
      'The second step came more than five minutes after the password, or the password has since changed.',
      'Start again with the password.',
    ],
  ],
  403: [
    [
      'permission_denied',
      'The credential does not have the required scope or permission.',
      'Use a credential with the scope or permission given in the message.',
    ],
    [
      'site_not_allowed',
      'The credential is restricted to other sites.',
      'Use a credential for this site or for the whole brand.',
    ],
    [
      'origin_not_allowed',
      'The publishable key is not for the website of the page.',
      'Create a publishable key with the origin of the website.',
    ],
    [
      'cross_origin',
      'A request with a session cookie did not come from a page of this server.',
      "Send it from the same origin with 'X-Studiod-Console: 1'. Programs send an API key instead of a cookie.",
    ],
    [
      'sign_up_closed',
      'Online sign-up is closed at this site.',
      'Ask the studio, which controls it with the setting membership.signUp.',
    ],
    ['pin_wrong', 'This is not the PIN of the kiosk.', 'Check it. After five wrong PINs the kiosk waits.'],
    [
      'second_factor_required',
      'The studio requires two-step sign-in, and the person has not set it up, or would remove the last method.',
      'Set it up with POST /manage/auth/totp, or with a passkey.',
    ],
    [
      'link_invalid',
      'The link is unknown, used, expired, or withdrawn.',
      'Ask for a new one. For the first owner, every start of the server prints one; or run studiod owner create.',
    ],
    [
      'password_required',
      'The operation is sensitive, and the signed-in person entered the password more than 15 minutes ago.',
      'Send the password to POST /manage/auth/confirm-password, then repeat the request.',
    ],
    [
      'member_not_found',
      'The token is valid, but this person is not a client. The code in details gives the reason: email_not_verified ' +
        '(the ID token has no verified email address), no_client_with_email (no client has it, and the site does not ' +
        'let members sign up) or client_archived.',
      'For these reasons: request the scope email and have the member confirm the address; create a client with this ' +
        'address, or link an existing client; restore the client.',
    ],
    [
      'content_locked',
      'The member has no package or membership that includes this content.',
      'Offer the member a package that includes it.',
    ],
  ],
  404: [
    [
      'resource_not_found',
      'There is no record with the ID in the path, or this credential cannot access it.',
      'Check the ID, and that the credential has access to its site.',
    ],
    [
      'route_not_found',
      'Nothing is served at this path.',
      'Compare the path with the reference below; the message names the nearest one.',
    ],
  ],
  405: [
    [
      'method_not_allowed',
      'The path does not support this method.',
      'Use one of the methods in the header Allow and in the message.',
    ],
  ],
  409: conflictCodes,
  412: [
    [
      'record_changed',
      'The record is not in the state the request expects: its ETag is not the one in If-Match, or matches If-None-Match.',
      'Read the record again, and send the change with If-Match and the new ETag.',
    ],
    [
      'tus_version_unsupported',
      'An upload needs the header Tus-Resumable with the version 1.0.0 of tus.',
      'Send Tus-Resumable: 1.0.0, or use a tus client.',
    ],
  ],
  413: [
    [
      'body_too_large',
      'The body is larger than 1 MiB, an imported file larger than 32 MiB, a media file in a form larger than 100 MiB, or an ' +
        'upload larger than its declared size or than STUDIOD_MEDIA_MAX_BYTES.',
      'Send less data in one request. Upload large media with tus.',
    ],
  ],
  415: [['content_type_unsupported', 'The body is not declared as JSON.', 'Send Content-Type: application/json.']],
  416: [
    [
      'range_not_satisfiable',
      'The range of a media file starts after its end.',
      'Send a range within the size that Content-Range gives.',
    ],
  ],
  429: [
    [
      'rate_limited',
      'You sent too many requests. The field category is the limit you exceeded: read, write, member, business, address, or sign_in.',
      'Wait the number of seconds given in Retry-After (also in retryAfter), then send the request again.',
    ],
  ],
  460: [
    [
      'checksum_mismatch',
      'The bytes of an upload do not match its Upload-Checksum. They were discarded.',
      'Send them again.',
    ],
  ],
  500: [
    [
      'internal_error',
      'An unexpected error occurred. The request changed nothing.',
      'Send it again, preferably with an Idempotency-Key. If it fails again, report the requestId, which is in the log.',
    ],
  ],
  503: [
    [
      'database_busy',
      'Another process locked the database for too long. The request changed nothing.',
      'Wait the number of seconds given in retryAfter and send it again.',
    ],
    [
      'processor_unavailable',
      'The card processor did not send a valid response. The request charged no card; if the result of a charge is ' +
        'unknown, it is checked and corrected automatically.',
      'Wait the number of seconds given in retryAfter and send it again, preferably with the same Idempotency-Key.',
    ],
    [
      'demo_data_failed',
      'The demo data for the new studio could not be created. The request changed nothing.',
      "Send it again, or without 'demoData'. The server log has the reason.",
    ],
    [
      'storage_full',
      'The disk of the server is full. The request changed nothing. Reads still work.',
      'Free some space on the server. Writes work again within seconds; then send it again.',
    ],
    [
      'too_many_open_files',
      'The server has reached its limit of open files and connections. The request changed nothing.',
      'Wait the number of seconds given in retryAfter and send it again. Raise the limit of the server (LimitNOFILE).',
    ],
    [
      'issuer_unavailable',
      'The sign-in provider of the members did not respond, so the ID token could not be verified. It may be valid.',
      'Keep the member signed in, wait the number of seconds given in retryAfter and send it again.',
    ],
  ],
};

/** All error codes (conventions.md "Errors"), the source of `/docs#error-<code>`. */
export const errorCodes = Object.entries(CODES).map(([text, codes]) => {
  const status = Number(text);
  return { status, type: typeOfStatus(status), codes };
});

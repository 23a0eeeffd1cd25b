import { type CodeRow, conflictCodes } from './conflict-codes.ts';

/** The codes of one status, in the order in which the documentation tells them. */
export interface CodeGroup {
  readonly status: number;
  /** The `type` of these errors. */
  readonly type: string;
  readonly codes: readonly CodeRow[];
}

/**
 * Every error code there is (conventions.md "Errors"): the one table behind `/docs#error-<code>`. A code that is thrown
 * and not told here fails a test.
 */
export const errorCodes: readonly CodeGroup[] = [
  {
    status: 400,
    type: 'invalid_request_error',
    codes: [
      ['parameter_missing', 'A required field or parameter is absent.', 'Send it; param names it.'],
      [
        'parameter_invalid',
        'A value has the wrong type, form or size, or two values contradict each other.',
        'Read the message, which says what is wanted, and correct the value that param names.',
      ],
      [
        'parameter_unknown',
        'There is no field or query parameter of this name. Nothing is silently dropped.',
        'Correct the spelling (the message names the nearest one) or leave it out.',
      ],
      ['json_invalid', 'The body is not valid JSON.', 'Check quotes, commas and encoding, and send it again.'],
      [
        'cursor_invalid',
        'The cursor is not the id of a record in this list.',
        'Take nextCursor, previousCursor or the id of an item of this very list, or begin without a cursor.',
      ],
      [
        'resource_missing',
        'A body or a filter names a record that does not exist, or that this credential may not see.',
        'Check the id that param names.',
      ],
      [
        'version_unsupported',
        'X-Service-Version asks for a date that this release does not know.',
        'Send one of the dates that the message lists, or leave the header out.',
      ],
      [
        'webhook_url_not_allowed',
        'The URL of a webhook must be a public https:// address.',
        'Use a public name. For a closed network the operator may allow it with STUDIOD_WEBHOOK_ALLOWED_NETWORKS.',
      ],
      [
        'custom_header_not_allowed',
        'The custom header of a webhook is not a valid header, or is one that deliveries use themselves.',
        'Choose another name, such as X-Webhook-Token, and a value of printable ASCII characters.',
      ],
      [
        'client_required',
        'A business credential acts for a member here and does not say for whom.',
        'Send X-Client-ID with the id of the client.',
      ],
      [
        'site_required',
        'A member request names no site, an unknown one or an inactive one.',
        'Send X-Site-ID with the id of an active site.',
      ],
    ],
  },
  {
    status: 401,
    type: 'authentication_error',
    codes: [
      ['credential_missing', 'The request carries no credential.', 'Send X-Service-API-Key with an API key.'],
      [
        'api_key_invalid',
        'The API key is unknown, revoked or expired.',
        'Check for a cut or a blank when it was copied; otherwise make a new key.',
      ],
      [
        'token_invalid',
        'The bearer token is malformed, was not signed for this service or names another audience.',
        'Request a new token from the right issuer.',
      ],
      ['token_expired', 'The bearer token has run out.', 'Request a new token and send the request again.'],
    ],
  },
  {
    status: 403,
    type: 'permission_error',
    codes: [
      [
        'permission_denied',
        'The credential lacks the scope or the role for this.',
        'Use a credential with the scope that the message names.',
      ],
      [
        'site_not_allowed',
        'The credential is restricted to other sites.',
        'Use a credential for this site, or one for the whole brand.',
      ],
      [
        'member_not_found',
        'The token is valid, but no client belongs to this person.',
        'Create the client with the same verified email address, or link the two.',
      ],
      [
        'content_locked',
        'The member has no package or membership that opens this content.',
        'Offer the member what opens it.',
      ],
    ],
  },
  {
    status: 404,
    type: 'not_found_error',
    codes: [
      [
        'resource_not_found',
        'There is no record with the id in the path, or this credential may not know of it.',
        'Check the id, and that the credential belongs to its site.',
      ],
      [
        'route_not_found',
        'There is no such path, or it has no such method.',
        'Compare method and path with the reference below.',
      ],
    ],
  },
  { status: 409, type: 'conflict_error', codes: conflictCodes },
  {
    status: 413,
    type: 'invalid_request_error',
    codes: [
      [
        'body_too_large',
        'The body is larger than 1 MiB, or a file to import larger than 32 MiB.',
        'Send less in one request.',
      ],
    ],
  },
  {
    status: 415,
    type: 'invalid_request_error',
    codes: [['content_type_unsupported', 'The body is not declared as JSON.', 'Send Content-Type: application/json.']],
  },
  {
    status: 429,
    type: 'rate_limit_error',
    codes: [
      [
        'rate_limited',
        'Too many requests; category says which limit was met: read, write, member, business or address.',
        'Wait the seconds of Retry-After (also retryAfter), then send it again. It will pass.',
      ],
    ],
  },
  {
    status: 500,
    type: 'api_error',
    codes: [
      [
        'internal_error',
        'Something went wrong in the service. Nothing was changed by this request.',
        'Send it again, best with an Idempotency-Key. If it stays, report the requestId: the log has the cause.',
      ],
    ],
  },
  {
    status: 503,
    type: 'unavailable_error',
    codes: [
      [
        'database_busy',
        'Another process held the database for too long. Nothing was changed.',
        'Wait the seconds of Retry-After and send it again.',
      ],
      [
        'processor_unavailable',
        'The card processor does not answer, or not in a way that can be understood. No card was charged by this ' +
          'request; where that is not certain yet, it is found out and made right by itself.',
        'Wait the seconds of Retry-After and send it again, best with the same Idempotency-Key.',
      ],
      [
        'issuer_unavailable',
        'The provider that members sign in with does not answer, so an ID token cannot be checked. It may well be good.',
        'Keep the member signed in, wait the seconds of Retry-After and send it again.',
      ],
    ],
  },
];

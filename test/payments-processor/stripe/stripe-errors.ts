/** An error in the form of Stripe's API. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: object,
  ) {
    super('rejected');
  }
}

export const missing = (id: string) =>
  new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: '${id}'` });
export const cardError = (code: string, reason: string, message: string) =>
  new ApiError(402, { type: 'card_error', code, decline_code: reason, message });
export const unexpected = (object: string) =>
  new ApiError(400, {
    type: 'invalid_request_error',
    code: `${object}_unexpected_state`,
    message: 'Unexpected state.',
  });

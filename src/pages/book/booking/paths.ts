/** The page on which a class is booked, or its waiting list joined. */
export const bookPath = (sessionId: string): string => `/book/class/${sessionId}/book`;

export const bookingPath = (bookingId: string): string => `/book/me/bookings/${bookingId}`;
export const cancelPath = (bookingId: string): string => `${bookingPath(bookingId)}/cancel`;
export const movePath = (bookingId: string): string => `${bookingPath(bookingId)}/move`;
export const acceptPath = (bookingId: string): string => `${bookingPath(bookingId)}/accept`;

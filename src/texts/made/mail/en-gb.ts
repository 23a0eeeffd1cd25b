// Written by scripts/texts from the catalogues. Change those, and run it again.
import bookingCancelled from '../../en-GB/mail/booking-cancelled.json';
import fee from '../../en-GB/mail/fee.json';
import packageEndRequested from '../../en-GB/mail/package-end-requested.json';
import sessionCancelled from '../../en-GB/mail/session-cancelled.json';

export const texts = {
  booking_cancelled: bookingCancelled,
  fee,
  package_end_requested: packageEndRequested,
  session_cancelled: sessionCancelled,
};

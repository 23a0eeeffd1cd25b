import type { BookingOptionsResponse, PackageOptionResponse } from '../../../resources/booking-options/shapes.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { MemberVisit } from '../visit.ts';

/** How the member can book and pay for a class, at its site. */
export const bookingOptions = (
  { callApi }: MemberVisit,
  { id, siteId }: MemberSessionResponse,
): Promise<BookingOptionsResponse> => callApi('getBookingOptions', { path: { id }, siteId });

/** The pass that pays: the pass that was asked for where it can, else the choice of the server. */
export const payingPass = (
  { packages }: BookingOptionsResponse,
  asked?: string | null,
): PackageOptionResponse | undefined => {
  const able = packages.filter(({ canPay }) => canPay);
  return able.find(({ id }) => id === asked) ?? able.find(({ isChosen }) => isChosen) ?? able[0];
};

/** Whether the member has what the class needs; else a plan or a drop-in comes first. */
export const canPay = (options: BookingOptionsResponse): boolean =>
  !options.isPackageRequired || payingPass(options) !== undefined;

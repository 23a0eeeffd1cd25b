interface Booked {
  readonly session?: { readonly startTime: string; readonly endTime: string } | null;
}

/** Bookings whose class is not over, the next one first, and the others, the last one first. */
export const byClass = <Booking extends Booked>(bookings: readonly Booking[], now: number) => {
  const startOf = ({ session }: Booking): number => Date.parse(session?.startTime ?? '') || 0;
  const isAhead = ({ session }: Booking): boolean => Date.parse(session?.endTime ?? '') > now;
  return {
    ahead: bookings.filter(isAhead).toSorted((left, right) => startOf(left) - startOf(right)),
    over: bookings.filter((booking) => !isAhead(booking)).toSorted((left, right) => startOf(right) - startOf(left)),
  };
};

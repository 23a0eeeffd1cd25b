interface Booked {
  readonly session?: { readonly startTime: string; readonly endTime: string } | null;
}

/** Bookings whose class is not over, the next one first, and the others, the last one first. */
export const byClass = <Booking extends Booked>(bookings: readonly Booking[], now: number) => {
  const startOf = ({ session }: Booking): number => Date.parse(session?.startTime ?? '') || 0;
  const isNotOver = ({ session }: Booking): boolean => Date.parse(session?.endTime ?? '') > now;
  return {
    ahead: bookings.filter(isNotOver).toSorted((left, right) => startOf(left) - startOf(right)),
    over: bookings.filter((booking) => !isNotOver(booking)).toSorted((left, right) => startOf(right) - startOf(left)),
  };
};

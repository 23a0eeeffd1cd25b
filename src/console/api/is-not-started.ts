/**
 * Whether an act has not begun. What it would do is asked only until then: once it is done it cannot be tried out again, and a
 * page that reads again what has changed would be refused.
 */
export const isNotStarted = ({
  isPending,
  isSuccess,
}: {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
}): boolean => !isPending && !isSuccess;

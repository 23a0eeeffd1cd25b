interface SkeletonRowsProps {
  readonly count?: number;
  /** Whether they stand for the rows of a table. */
  readonly isList?: boolean;
}

/** Places of rows in their final height, while what belongs there is loading. */
export const SkeletonRows = ({ count = 1, isList = false }: SkeletonRowsProps) =>
  Array.from({ length: count }, (_, row) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
      key={row}
      className={isList ? 'skeleton list-skeleton' : 'skeleton'}
      data-row={isList ? undefined : ''}
      aria-hidden="true"
    />
  ));

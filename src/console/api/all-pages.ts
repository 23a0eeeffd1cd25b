const PAGE = 100;
/** More records than a person looks through. */
const MOST_LISTED = 1_000;

interface PageQuery {
  readonly limit: number;
  readonly include_archived?: true;
  readonly starting_after?: string;
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

/** The most records of one kind that choices offer. */
const MOST = 500;

const eachPage = async <Row>(page: (cursor: string | null) => Promise<Page<Row>>, most: number): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const listed: Page<Row> = await page(cursor);
    rows.push(...listed.data);
    cursor = listed.nextCursor;
  } while (cursor !== null && rows.length < most);
  return rows;
};

/** All records of a list, up to what choices offer. */
export const allOf = <Row>(
  page: (after: { starting_after?: string }) => Promise<Page<Row>>,
  most = MOST,
): Promise<Row[]> => eachPage((cursor) => page(cursor === null ? {} : { starting_after: cursor }), most);

/** The same of a list with a single `cursor`: staff and instructors. */
export const allByCursor = <Row>(page: (after: { cursor?: string }) => Promise<Page<Row>>): Promise<Row[]> =>
  eachPage((cursor) => page(cursor === null ? {} : { cursor }), MOST);

/** The records of a whole list that are not archived, or those that are, as one page; the newest first. */
export const wholeList = async <Row extends { readonly archivedAt: string | null }>(
  isArchived: boolean,
  read: (query: PageQuery) => Promise<Page<Row>>,
) => {
  const all = await allOf(
    (after) => read({ limit: PAGE, ...(isArchived ? { include_archived: true } : {}), ...after }),
    MOST_LISTED,
  );
  const data = all.filter(({ archivedAt }) => (archivedAt !== null) === isArchived);
  return { data, nextCursor: null, previousCursor: null };
};

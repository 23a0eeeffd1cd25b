const PAGE = 100;
/** More records than a person looks through. */
const MOST_PAGES = 10;

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

/** All records of a list, up to what choices offer. */
export const allOf = async <Row>(page: (after: { starting_after?: string }) => Promise<Page<Row>>): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const listed: Page<Row> = await page(cursor === null ? {} : { starting_after: cursor });
    rows.push(...listed.data);
    cursor = listed.nextCursor;
  } while (cursor !== null && rows.length < MOST);
  return rows;
};

/** The records of a whole list that are not archived, or those that are, as one page; the newest first. */
export const wholeList = async <Row extends { readonly archivedAt: string | null }>(
  isArchived: boolean,
  read: (query: PageQuery) => Promise<Page<Row>>,
) => {
  const all: Row[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, nextCursor }: Page<Row> = await read({
      limit: PAGE,
      ...(isArchived ? { include_archived: true } : {}),
      ...(after === null ? {} : { starting_after: after }),
    });
    all.push(...data);
    after = nextCursor;
    if (after === null) break;
  }
  const data = all.filter(({ archivedAt }) => (archivedAt !== null) === isArchived);
  return { data, nextCursor: null, previousCursor: null };
};

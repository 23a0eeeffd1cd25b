import { type ReactNode, useId } from 'react';

interface ResultColumn {
  readonly name: string;
  readonly isNumber?: boolean;
  /** Its place where there is little room: first, at the side, or nowhere. */
  readonly place?: 'lead' | 'side' | 'away';
}

interface ResultTableProps {
  readonly title: string;
  /** Why there is nothing. */
  readonly empty: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

/** A card with a table of results. */
export const ResultTable = ({ title, empty, columns, rows }: ResultTableProps) => {
  const titleId = useId();
  const looksOf = (index: number) => {
    const { isNumber, place } = columns[index] ?? {};
    return {
      className: isNumber === true ? 'num' : undefined,
      'data-cell': place === 'away' ? undefined : place,
      'data-priority': place === 'away' ? 3 : place === undefined ? 2 : undefined,
    };
  };
  return (
    <section className="card" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
      </header>
      {rows.length === 0 ? (
        <div className="body">
          <p className="quiet">{empty}</p>
        </div>
      ) : (
        <div className="table-region">
          <table className="data" data-cards="" aria-labelledby={titleId}>
            <thead>
              <tr>
                {columns.map(({ name }, index) => (
                  <th key={name} scope="col" {...looksOf(index)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, cells }) => (
                <tr key={id}>
                  {cells.map((cell, index) => (
                    <td key={columns[index]?.name} {...looksOf(index)}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};

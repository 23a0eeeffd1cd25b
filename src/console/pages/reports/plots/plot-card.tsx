import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';

interface PlotCardProps {
  readonly title: string;
  readonly legend?: ReactNode;
  readonly children: ReactNode;
  /** The same as a table, below it. */
  readonly table?: ReactNode;
  /** The address of the same as a file. */
  readonly file?: string;
}

/** A button that downloads a table as a file. */
export const FileButton = ({ file, label, size }: { file: string; label: string; size?: 'small' }) => {
  const t = useText();
  return (
    <Button
      aria-label={label}
      {...(size === undefined ? {} : { size })}
      onPress={() => location.assign(file)}
      icon={Download}
    >
      {t('reports.csv')}
    </Button>
  );
};

/** A plot with its table beneath, and the table as a file. */
export const PlotCard = ({ title, legend, children, table, file }: PlotCardProps) => {
  const t = useText();
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {legend !== undefined && <span className="legend push quiet small">{legend}</span>}
        {legend === undefined && file !== undefined && table === undefined && (
          <span className="push">
            <FileButton file={file} size="small" label={t('reports.csvOf', { table: title })} />
          </span>
        )}
      </header>
      {children}
      {table !== undefined && (
        <details className="plot-table">
          <summary>{t('reports.asTable')}</summary>
          <div className="stack">
            {table}
            {file !== undefined && (
              <div className="row">
                <FileButton file={file} size="small" label={t('reports.csvOf', { table: title })} />
              </div>
            )}
          </div>
        </details>
      )}
    </section>
  );
};

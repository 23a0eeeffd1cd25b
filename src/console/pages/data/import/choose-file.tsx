import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Text as AriaText, DropZone, FileTrigger } from 'react-aria-components';
import { IMPORTED, type ImportedFamily } from '../../../base/families.ts';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';

interface ChooseFileProps {
  readonly family: ImportedFamily;
  readonly onFamily: (family: ImportedFamily) => void;
  readonly onFile: (file: File) => void;
  /** The file that is chosen, in words. */
  readonly chosen: string | undefined;
}

const isCsv = ({ name, type }: File): boolean => /\.(?:csv|tsv|txt)$/i.test(name) || type === 'text/csv';

/** What a file holds, and the file: dropped, or chosen. */
export const ChooseFile = ({ family, onFamily, onFile, chosen }: ChooseFileProps) => {
  const t = useText();
  const [isOther, setOther] = useState(false);
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    setOther(!isCsv(file));
    if (isCsv(file)) onFile(file);
  };
  return (
    <section className="card" aria-labelledby="import-file">
      <header>
        <h2 id="import-file">{t('data.file')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t('data.fileLead')}</p>
        <Select
          label={t('data.holds')}
          value={family}
          choices={IMPORTED.map(({ id, label }) => ({ id, name: t(label) }))}
          onChange={(id) => {
            const found = IMPORTED.find((each) => each.id === id);
            if (found !== undefined) onFamily(found.id);
          }}
        />
        <DropZone
          className="drop"
          aria-label={t('data.drop')}
          onDrop={({ items }) => {
            const [item] = items.filter(({ kind }) => kind === 'file');
            if (item?.kind === 'file') void item.getFile().then(take);
          }}
        >
          <Icon of={FileUp} />
          <AriaText slot="label" className="text">
            {chosen ?? t('data.drop')}
          </AriaText>
          <FileTrigger acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv']} onSelect={(files) => take(files?.[0])}>
            <Button variant={chosen === undefined ? 'primary' : 'tinted'}>
              {t(chosen === undefined ? 'data.choose' : 'data.chooseAnother')}
            </Button>
          </FileTrigger>
        </DropZone>
        {isOther && (
          <p className="error" role="alert">
            {t('data.notCsv')}
          </p>
        )}
      </div>
    </section>
  );
};

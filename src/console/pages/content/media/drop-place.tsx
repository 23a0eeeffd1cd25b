import { Upload } from 'lucide-react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';

const ACCEPTED = ['video/*', 'audio/*', 'image/*', 'application/pdf'];

/** Where files are dropped, or chosen by a button. */
export const DropPlace = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const t = useText();
  return (
    <DropZone
      className="drop media-drop"
      aria-label={t('content.dropHere')}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) =>
        onFiles(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
      }
    >
      <Icon of={Upload} />
      <div className="stack">
        <Text slot="label">{t('content.dropHere')}</Text>
        <span className="small quiet">{t('content.dropHint')}</span>
      </div>
      <FileTrigger allowsMultiple acceptedFileTypes={ACCEPTED} onSelect={(files) => onFiles([...(files ?? [])])}>
        <Button className="button push">{t('content.chooseFiles')}</Button>
      </FileTrigger>
    </DropZone>
  );
};

import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { startUpload } from '../../../parts/uploads/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { type Media, uploadLength } from './queries.ts';

/**
 * An upload that no page of this browser sends anymore: a browser keeps no file when its page is loaded again, so the same file
 * is chosen again, and only the rest of it is sent.
 */
export const ResumeUpload = ({ media }: { media: Media }) => {
  const t = useText();
  const textOf = useErrorText();
  const [problem, setProblem] = useState<string>();
  const { id, entryId, title } = media;
  const choose = async (files: FileList | null): Promise<void> => {
    const file = files?.item(0);
    if (!file || entryId === null) return;
    try {
      if (file.size === (await uploadLength(id))) startUpload(entryId, file, id);
      else setProblem(t('content.otherFile', { name: title }));
    } catch (error) {
      setProblem(textOf(error));
    }
  };
  return (
    <div className="stack">
      <span className="small">{t('content.interrupted')}</span>
      {problem !== undefined && (
        <span className="small critical-text" role="alert">
          {problem}
        </span>
      )}
      <div className="row">
        <FileTrigger onSelect={(files) => void choose(files)}>
          <Button size="small" variant="tinted">
            {t('content.chooseSame')}
          </Button>
        </FileTrigger>
      </div>
    </div>
  );
};

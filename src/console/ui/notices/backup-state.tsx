import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ResponseOf } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { Figure } from '../tables/figure-list.tsx';
import { Status } from './status.tsx';

type Result = ResponseOf<'listBackups'>['lastBackup'];

const STATES = {
  ok: { icon: CircleCheck, tone: 'positive', word: 'data.good' },
  failed: { icon: CircleX, tone: 'critical', word: 'data.failed' },
  skipped: { icon: CircleDashed, tone: undefined, word: 'data.skipped' },
} as const;

/** When a backup was made or tested last, and how that ended. */
export const useBackupFigure = (): ((name: string, result: Result, hint?: string) => Figure) => {
  const t = useText();
  const { dayTime } = useFormats();
  return (name, result, hint) => {
    if (result === null) return { name, value: t('data.never'), note: hint };
    const { icon, tone, word } = STATES[result.outcome];
    return {
      name,
      value: dayTime(result.at),
      note: (
        <>
          <Status icon={icon} tone={tone}>
            {t(word)}
          </Status>{' '}
          {result.problem ?? hint}
        </>
      ),
    };
  };
};

import { ApiError } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useErrorText } from '../../../ui/notices/errors.tsx';

const OVERRIDABLE = ['instructor_conflict', 'room_conflict'];

/** Whether a refusal can be overridden: someone or a room is taken twice. */
export const isOverridable = (error: unknown): boolean => error instanceof ApiError && OVERRIDABLE.includes(error.code);

type Conflict = Schemas['ScheduleChangePreview']['conflicts'][number];

/** Whether the detail of a refusal is a conflict of two classes. */
const isConflict = (detail: object): detail is Conflict => 'conflictingEndTime' in detail;

/** What keeps an instructor or a room from a class: "Ben Ito teaches Strength Basics, Gym, until 10:00 AM." */
export const useConflictWords = (zone: string): ((conflict: Conflict) => string) => {
  const t = useText();
  const { time } = useFormats(zone);
  return ({ kind, instructorName, roomName, conflictingName, conflictingRoomName, conflictingEndTime }) => {
    const until = time(conflictingEndTime);
    const teacher = instructorName ?? '';
    if (conflictingName === null) return t('session.teachesElsewhere', { teacher, until });
    if (kind === 'room') return t('session.roomInUse', { room: roomName ?? '', name: conflictingName, until });
    return t('session.teachesThen', { teacher, name: conflictingName, room: conflictingRoomName ?? 'none', until });
  };
};

/** The words of a refusal: of a conflict, who or which room is taken, and by what. */
export const useConflictText = (zone: string): ((error: unknown) => string) => {
  const textOf = useErrorText();
  const wordsOf = useConflictWords(zone);
  return (error) => {
    const [first] = error instanceof ApiError ? error.details : [];
    return first !== undefined && isConflict(first) ? wordsOf(first) : textOf(error);
  };
};

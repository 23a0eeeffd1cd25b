import { keptInTab } from '../../../base/storage.ts';
import type { SiteAnswer } from './site-answer.ts';

/** What a new owner has answered so far. */
export interface SetupAnswers {
  readonly owner: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly password: string;
  };
  readonly studio: {
    readonly name?: string;
    readonly locale?: string;
    readonly currency?: string;
    readonly timezone?: string;
  };
  readonly site: SiteAnswer;
  /** Whether the studio begins with demo data. */
  readonly demoData: boolean;
}

const emptyAnswers: SetupAnswers = {
  owner: { firstName: '', lastName: '', email: '', password: '' },
  studio: {},
  site: {},
  demoData: false,
};

const KEY = 'studiod.setup';

/** What was answered before the page was loaded again. The password is typed again: no browser keeps it here. */
export const keptAnswers = (): SetupAnswers => {
  try {
    const { owner, ...others }: SetupAnswers = { ...emptyAnswers, ...JSON.parse(keptInTab.get(KEY) ?? '{}') };
    return { ...others, owner: { ...emptyAnswers.owner, ...owner } };
  } catch {
    return emptyAnswers;
  }
};

/** Keeps the answers in this tab. */
export const keepAnswers = ({ owner, ...others }: SetupAnswers): void =>
  keptInTab.set(KEY, JSON.stringify({ ...others, owner: { ...owner, password: '' } }));

/** The studio is there. */
export const dropAnswers = (): void => keptInTab.remove(KEY);

/** What each step of the set-up is given. */
export interface StepProps {
  readonly answers: SetupAnswers;
  /** Why the last step was refused. */
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Keeps what is typed, so that a reload loses nothing. */
  onKeep(changed: Partial<SetupAnswers>): void;
  onBack(): void;
  onNext(changed: Partial<SetupAnswers>): void;
}

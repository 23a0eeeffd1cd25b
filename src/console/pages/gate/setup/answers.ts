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
  readonly site: {
    readonly name?: string;
    readonly address?: { line1: string; postalCode: string; city: string; country: string } | null;
  };
  /** Whether the studio begins with demo data. */
  readonly demoData: boolean;
}

export const emptyAnswers: SetupAnswers = {
  owner: { firstName: '', lastName: '', email: '', password: '' },
  studio: {},
  site: {},
  demoData: false,
};

/** What each step of the set-up is given. */
export interface StepProps {
  readonly answers: SetupAnswers;
  /** Why the last step was refused. */
  readonly error: Error | null;
  readonly isPending: boolean;
  onBack(): void;
  onNext(changed: Partial<SetupAnswers>): void;
}

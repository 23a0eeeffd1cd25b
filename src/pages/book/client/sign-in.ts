// The pages of signing in and up.

import { makeCodeAlive } from './sign-in/code.ts';
import { askGuardianOfMinors } from './sign-in/guardian.ts';

makeCodeAlive(document);
askGuardianOfMinors(document);

// The page of the code of signing in.

import { makeCodeAlive } from './sign-in/code.ts';

makeCodeAlive(document);

/**
 * Whether what takes long by nature is tested in full: `scripts/prove` sets TEST_EVERYTHING=1. Otherwise such a test is skipped, or
 * takes fewer cases of the same kinds.
 */
export const testsEverything = process.env.TEST_EVERYTHING === '1';

/**
 * Lets the runtime compile code as soon as it is hot. The executable is built to wait longer for it, since most code of a start
 * runs once: compiling it took a third of the processor time and 5 MB (docs/performance.md). From the source, it changes nothing.
 */
export const compileHotCode = (): void => Bun.unsafe.setJITPolicy(1);

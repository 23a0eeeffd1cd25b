/**
 * The processor time that this thread has used, in milliseconds. Unlike the time that passes, it does not grow while
 * other programs use the processor, or while other threads collect garbage.
 */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

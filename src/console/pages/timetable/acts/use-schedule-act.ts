import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useExpectJob } from '../../../jobs/use-follow-jobs.ts';
import { say } from '../../../ui/toasts.tsx';

/** Does something with a class that repeats, says so, and goes back to the timetable. */
export const useScheduleAct = <Sent>(send: (sent: Sent) => Promise<unknown>, done: string) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const expectJob = useExpectJob();
  return useMutation({
    mutationFn: send,
    onMutate: expectJob,
    onSuccess: () => {
      void queries.invalidateQueries();
      say(done);
      void navigate({ to: '/timetable' });
    },
  });
};

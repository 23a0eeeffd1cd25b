import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useExpectJob } from '../../../live/jobs/use-watched-jobs.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Does something with a class that repeats, says so, and goes back to the timetable. */
export const useScheduleAction = <Sent>(send: (sent: Sent) => Promise<unknown>, done: string) => {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const expectJob = useExpectJob();
  return useMutation({
    mutationFn: send,
    onMutate: expectJob,
    onSuccess: () => {
      void refresh('schedule', 'session', 'booking');
      say(done);
      void navigate({ to: '/timetable' });
    },
  });
};

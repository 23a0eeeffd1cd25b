import { beforeEach } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, openContentStudio } from '../../helpers/content-members.ts';

export const SECOND = 1_000;

/** For each test a studio, a member, and an entry with a video of 100 seconds, which the functions play. */
export const videoForEachTest = () => {
  const ids = { entryId: '', mediaId: '' };
  const studio = forEachTest(openContentStudio);
  const member = forEachTest(() => studio.member());
  beforeEach(async () => {
    ids.entryId = (await addEntry(studio)).id;
    ids.mediaId = await studio.given(addMedia(studio, { entryId: ids.entryId, durationSeconds: 100 }));
  });

  const later = (milliseconds: number) => studio.time.moveTo(studio.time.now() + milliseconds);
  const start = async (body: object = {}, who = member) => {
    const response = await who.post('/video/sessions', { contentMediaId: ids.mediaId, ...body });
    return { ...response.body, code: response.body.error?.code, httpStatus: response.status };
  };
  const put = async (id: string, action: string, body?: object) => {
    const response = await member.put(`/video/sessions/${id}/${action}`, body);
    return { ...response.body, code: response.body.error?.code, httpStatus: response.status };
  };
  /** A heartbeat some seconds after the last one. */
  const beat = async (id: string, seconds: number, positionSeconds: number, more: object = {}) => {
    await later(seconds * SECOND);
    return put(id, 'heartbeat', { positionSeconds, state: 'playing', ...more });
  };
  const resume = async () => (await member.get(`/video/resume/${ids.mediaId}`)).body;
  const statusOfEntry = async () => (await member.get(`/content/${ids.entryId}/status`)).body;
  const events = () => studio.eventsInFull().map(({ type, data }) => ({ type, data }));
  return { ids, studio, member, later, start, put, beat, resume, statusOfEntry, events };
};

import type { Examples } from '../../../http/openapi/examples.ts';
import { MEMBER, SCHEDULES, SESSIONS, SITES, STAFF } from '../ids.ts';
import { at } from './ids.ts';

/** Sites, staff, instructors, settings and clients. */
export const peopleExamples: Examples = {
  getApiInfo: {},
  getHealth: {},
  listSites: {},
  createSite: { body: { name: 'Riverside', code: 'riverside', timezone: 'America/New_York', currency: 'USD' } },
  getSite: at(SITES.downtown),
  updateSite: { ...at(SITES.downtown), body: { phone: '+1 212 555 0100' } },
  deleteSite: at(SITES.online),
  listStaff: {},
  createStaff: {
    body: { firstName: 'Mia', lastName: 'Stone', email: 'mia@demo-studio.example', role: 'front_desk' },
  },
  getStaff: at(STAFF.frontDesk),
  updateStaff: { ...at(STAFF.frontDesk), body: { phone: '+1 212 555 0101' } },
  deleteStaff: at(STAFF.frontDesk),
  listInstructors: {},
  createInstructor: {
    body: { firstName: 'Leo', lastName: 'Marsh', email: 'leo@demo-studio.example', specialties: ['Pilates'] },
  },
  getInstructor: at(STAFF.ana),
  updateInstructor: { ...at(STAFF.ana), body: { bio: 'Teaches Vinyasa.', specialties: ['Vinyasa', 'Yin'] } },
  deleteInstructor: at(STAFF.ben),
  getSettings: {},
  updateSettings: { body: { booking: { lateCancelWindowMinutes: 240 } } },
  getExperience: {},
  putExperience: {
    body: {
      theme: {
        name: 'Harbour',
        colors: { primary: '#7a1f5c', background: '#fbf5f0', text: '#2b1a24', mutedText: '#6b5560' },
        fontFamily: 'Georgia, serif',
      },
      maintenance: { active: true, message: 'Back in the afternoon.', until: '2040-01-01T15:00:00Z' },
      features: { leaderboards: false },
      milestones: { visits: [10, 50, 100] },
    },
  },
  listClients: { query: { search: 'dana' } },
  createClient: { body: { firstName: 'Ada', lastName: 'Park', email: 'ada.park@members.example', tags: ['trial'] } },
  createWalkIn: { body: { firstName: 'Noa', lastName: 'Reed', phone: '+1 212 555 0103', barcode: 'W-1001' } },
  getClient: at(MEMBER),
  updateClient: { ...at(MEMBER), body: { phone: '+1 212 555 0102', alerts: { yellow: 'Sprained ankle' } } },
  deleteClient: at(MEMBER),
  eraseClient: { ...at(MEMBER), body: { writeOffDebts: true } },
};

/** Schedules and sessions. */
export const calendarExamples: Examples = {
  listSchedules: {},
  createSchedule: {
    body: {
      name: 'Lunch Pilates',
      category: 'Pilates',
      siteId: SITES.downtown,
      instructorId: STAFF.ana,
      capacity: 8,
      startDate: '2040-01-02',
      startTime: '12:30',
      durationMinutes: 45,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] },
    },
  },
  getSchedule: at(SCHEDULES.strength),
  updateSchedule: { ...at(SCHEDULES.strength), body: { capacity: 4 } },
  deleteSchedule: at(SCHEDULES.stretch),
  listSessions: { query: { location_id: SITES.downtown } },
  getSession: at(SESSIONS.offered),
  manageListSessions: { query: { location_id: SITES.downtown } },
  createSession: {
    body: {
      name: 'New Year workshop',
      type: 'event',
      siteId: SITES.downtown,
      instructorId: STAFF.ana,
      capacity: 20,
      startTime: '2040-01-01T15:00:00Z',
      durationMinutes: 120,
    },
  },
  manageGetSession: at(SESSIONS.offered),
  updateSession: { ...at(SESSIONS.offered), body: { capacity: 14 } },
  cancelSession: { ...at(SESSIONS.offered), body: { reason: 'The heating is broken.' } },
  substituteInstructor: { ...at(SESSIONS.offered), body: { instructorId: STAFF.ben } },
};

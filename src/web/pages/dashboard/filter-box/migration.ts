import { readObject } from '#core/encoding/read-object.ts'

/** How far the filter boxes of a dashboard are on their way to native filters (spec 000 §4); undecided until somebody says. */
export const migrationStates = ['NOOP', 'UNDECIDED', 'SNOOZED', 'REVIEWING', 'CONVERTED'] as const
export type MigrationState = (typeof migrationStates)[number]

/** Superset's name for it in the browser's storage: dashboard id → time in ms. */
const snoozedKey = 'filter_box_transition_snoozed_at'
const snoozeMs = 24 * 60 * 60 * 1000

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const readSnoozes = (storage: Storage): Record<string, unknown> => readObject(storage.getItem(snoozedKey))

/** Asks about a dashboard again after a day. */
export const snooze = (storage: Storage, dashboardId: number, now: number): void => {
  try {
    storage.setItem(snoozedKey, JSON.stringify({ ...readSnoozes(storage), [dashboardId]: now }))
  } catch {
    // Without room in the browser the question comes again at the next visit.
  }
}

type Situation = { storage: Storage; dashboardId: number; now: number; /** `migration_state` of the URL. */ param: string | null }

/** The state that a dashboard with filter boxes opens in. */
export const firstState = ({ storage, dashboardId, now, param }: Situation): MigrationState => {
  const asked = migrationStates.find((state) => state === param)
  if (asked) return asked
  const snoozedAt = readSnoozes(storage)[String(dashboardId)]
  return typeof snoozedAt === 'number' && now - snoozedAt < snoozeMs ? 'SNOOZED' : 'UNDECIDED'
}

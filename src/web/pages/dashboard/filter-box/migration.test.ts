import { expect, it } from 'vitest'
import { firstState, snooze } from './migration.ts'

const storageOf = (text: string | null = null) => {
  let kept = text
  return { getItem: () => kept, setItem: (_key: string, value: string) => void (kept = value) }
}

const hourMs = 60 * 60 * 1000

it.each([
  ['nobody decided', null, null, 'UNDECIDED'],
  ['it was put off 23 hours ago', null, 23, 'SNOOZED'],
  ['it was put off 24 hours ago', null, 24, 'UNDECIDED'],
  ['the URL starts the review', 'REVIEWING', 1, 'REVIEWING'],
  ['the URL says that it is converted', 'CONVERTED', null, 'CONVERTED'],
  ['the URL leaves it alone', 'NOOP', null, 'NOOP'],
  ['the URL says nothing known', 'LATER', null, 'UNDECIDED'],
])('a dashboard where %s', (_, param, hoursAgo, state) => {
  const storage = storageOf()
  if (hoursAgo !== null) snooze(storage, 7, 1000 * hourMs - hoursAgo * hourMs)
  expect(firstState({ storage, dashboardId: 7, now: 1000 * hourMs, param })).toBe(state)
})

it("the snooze is stored per dashboard, under Superset's key", () => {
  const storage = storageOf('{"3":5}')
  snooze(storage, 7, 9)
  expect(JSON.parse(storage.getItem() ?? '')).toEqual({ 3: 5, 7: 9 })
  expect(firstState({ storage: storageOf('broken'), dashboardId: 7, now: 0, param: null })).toBe('UNDECIDED')
})

import { expect, test } from 'vitest'
import { settingsGroups } from './sections.ts'

const labels = (isLoggedIn: boolean, pairs: string[]) =>
  settingsGroups({ isLoggedIn, hasPermission: (permission, view) => pairs.includes(`${permission} on ${view}`) }).map(
    ({ heading, sections }) => `${heading}: ${sections.map(({ label }) => label).join(', ')}`,
  )

test.each<[string, boolean, string[], string[]]>([
  ['a visitor', false, [], ['You: Appearance']],
  ['somebody who is logged in', true, [], ['You: Appearance, Password, Sessions']],
  ['somebody who sees databases', true, ['can_read on Database'], ['You: Appearance, Password, Sessions', 'Data: Databases']],
])('%s', (_who, isLoggedIn, pairs, expected) => {
  expect(labels(isLoggedIn, pairs)).toEqual(expected)
})

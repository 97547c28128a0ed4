import { expect, test } from 'vitest'
import { settingsGroups } from './sections.ts'

const labels = (isLoggedIn: boolean, pairs: string[]) =>
  settingsGroups({ isLoggedIn, viewing: null, hasPermission: (permission, view) => pairs.includes(`${permission} on ${view}`) }).map(
    ({ heading, sections }) => `${heading}: ${sections.map(({ label }) => label).join(', ')}`,
  )

test.each<[string, boolean, string[], string[]]>([
  ['a visitor', false, [], ['You: Appearance']],
  ['a logged-in user', true, [], ['You: Appearance, Profile, Password, Second factor, Sessions, API tokens']],
  [
    'a user who can read what dashboards and charts share',
    true,
    ['can_read on Annotation', 'can_read on CssTemplate', 'can_read on Tag'],
    ['You: Appearance, Profile, Password, Second factor, Sessions, API tokens', 'Content: Annotation layers, CSS templates, Tags'],
  ],
  [
    'a user who can read databases',
    true,
    ['can_read on Database'],
    ['You: Appearance, Profile, Password, Second factor, Sessions, API tokens', 'Data: Databases'],
  ],
  [
    'a user who manages accounts',
    true,
    ['can_get on User', 'can_get on Group', 'can_read on Log'],
    [
      'You: Appearance, Profile, Password, Second factor, Sessions, API tokens',
      'People and rights: Users, Groups, Who sees what, Action log',
    ],
  ],
  [
    'a user of a built-in role that may list requests for accounts and decide about none',
    true,
    ['can_list on UserRegistrationsRestAPI'],
    ['You: Appearance, Profile, Password, Second factor, Sessions, API tokens'],
  ],
  [
    'a user who makes accounts',
    true,
    ['can_list on UserRegistrationsRestAPI', 'can_post on User'],
    ['You: Appearance, Profile, Password, Second factor, Sessions, API tokens', 'People and rights: Registration requests'],
  ],
])('%s', (_who, isLoggedIn, pairs, expected) => {
  expect(labels(isLoggedIn, pairs)).toEqual(expected)
})

test('in a view as somebody else nothing of their account is offered', () => {
  const viewing = { as: 'user', until: '2026-03-04T05:06:07Z' } as const
  const groups = settingsGroups({ isLoggedIn: true, viewing, hasPermission: () => false })
  expect(groups.map(({ sections }) => sections.map(({ label }) => label))).toEqual([['Appearance']])
})

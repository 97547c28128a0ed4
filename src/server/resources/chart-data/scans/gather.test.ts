import { describe, expect, it } from 'vitest'
import { gather } from './gather.ts'

const member = (name: string, filters: string[], times: string[] = []) => ({ name, share: { filters, conditions: [...times, ...filters] } })

const shown = (members: ReturnType<typeof member>[]) => {
  const { groups, alone } = gather(members)
  return {
    groups: groups.map((group) => [group.members.map(({ name }) => name).join(''), group.conditions]),
    alone: alone.map(({ name }) => name).join(''),
  }
}

describe('gathering', () => {
  it('takes at least three of one filter', () => {
    expect(shown([member('a', ['f']), member('b', ['f'])])).toEqual({ groups: [], alone: 'ab' })
    expect(shown([member('a', ['f']), member('b', ['f']), member('c', ['f'])])).toEqual({ groups: [['abc', ['f']]], alone: '' })
  })

  it('keeps the conditions that all of a group have, times among them', () => {
    const members = [member('a', ['f', 'own'], ['t']), member('b', ['f', 'g'], ['t']), member('c', ['g', 'f'], ['t', 'u'])]
    expect(shown(members)).toEqual({ groups: [['abc', ['t', 'f']]], alone: '' })
  })

  it('gathers the largest company first, then what is left', () => {
    const members = [...'abcd']
      .map((name) => member(name, ['f']))
      .concat(
        [...'xyz'].map((name) => member(name, ['g'])),
        member('o', ['h']),
      )
    expect(shown(members)).toEqual({
      groups: [
        ['abcd', ['f']],
        ['xyz', ['g']],
      ],
      alone: 'o',
    })
  })

  it('never gathers by time alone', () => {
    expect(shown([...'abc'].map((name) => member(name, [], ['t'])))).toEqual({ groups: [], alone: 'abc' })
  })
})

// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'

const page = (answers: Record<string, string>) => {
  for (const [query, text] of Object.entries(answers)) {
    const element = Object.assign(document.createElement('script'), {
      type: 'application/json',
      className: 'first-answer',
      textContent: text,
    })
    element.dataset['query'] = query
    document.body.append(element)
  }
}
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('the response to a query is given once', () => {
  page({ '["a"]': '1', '[""]': '2' })
  expect([takeFirstAnswer('[""]'), takeFirstAnswer('[""]'), takeFirstAnswer('["a"]')]).toEqual(['2', null, '1'])
  expect(document.body.childElementCount).toBe(0)
})

test('there is none for another query', () => {
  page({ a: '1' })
  expect([takeFirstAnswer('b'), takeFirstAnswer('')]).toEqual([null, null])
})

test('half a minute after the page was requested, the server is asked', () => {
  page({ a: '1' })
  const age = vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(takeFirstAnswer('a')).toBeNull()
  age.mockReturnValue(29_999)
  expect(takeFirstAnswer('a')).toBe('1')
})

test('once they are dropped, there is none', () => {
  page({ a: '1', b: '2' })
  dropFirstAnswers()
  expect([takeFirstAnswer('a'), takeFirstAnswer('b')]).toEqual([null, null])
})

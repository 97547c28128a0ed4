// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { rawTimes, setRawTimes } from './raw-times.ts'

afterEach(() => localStorage.clear())

test('time columns shown as they came are kept for each datasource', () => {
  setRawTimes('1__table', new Set(['day', 'hour']))
  setRawTimes('2__table', new Set(['day']))
  setRawTimes('1__table', new Set(['hour']))
  expect([...rawTimes('1__table')]).toEqual(['hour'])
  expect([...rawTimes('2__table')]).toEqual(['day'])
  expect([...rawTimes('3__table')]).toEqual([])
})

test('what is stored and cannot be read counts as nothing', () => {
  localStorage.setItem('chartroom.explore.raw-times', '{broken')
  expect([...rawTimes('1__table')]).toEqual([])
})

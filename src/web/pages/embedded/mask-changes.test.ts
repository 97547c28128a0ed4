import { expect, it } from 'vitest'
import { changesOf } from './mask-changes.ts'

const mask = (id: string, value: unknown) => ({ id, extraFormData: {}, filterState: { value, label: String(value) } })

it('distinguishes filters from marks, and which marks were clicked', () => {
  const before = { 'NATIVE_FILTER-1': mask('NATIVE_FILTER-1', ['a']), 7: mask('7', ['x']) }
  expect(changesOf(before, before)).toEqual({ flags: { crossFiltersChanged: false, nativeFiltersChanged: false }, marks: [] })
  expect(changesOf(before, { ...before, 'NATIVE_FILTER-1': mask('NATIVE_FILTER-1', ['b']) })).toEqual({
    flags: { crossFiltersChanged: false, nativeFiltersChanged: true },
    marks: [],
  })
  expect(changesOf(before, { ...before, 7: mask('7', ['y']) })).toEqual({
    flags: { crossFiltersChanged: true, nativeFiltersChanged: false },
    marks: [{ chartId: 7, value: ['y'], label: 'y' }],
  })
})

it('says that a mark was released', () => {
  expect(changesOf({ 7: mask('7', ['x']) }, {}).marks).toEqual([{ chartId: 7, value: null, label: null }])
})

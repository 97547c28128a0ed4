// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useView } from './use-view.tsx'

const scrollerAt = (top: number): HTMLElement => {
  const element = document.createElement('div')
  Object.defineProperties(element, { clientHeight: { value: 500 } })
  element.scrollTop = top
  return element
}

const scrollTo = (element: HTMLElement, top: number) =>
  act(() => {
    element.scrollTop = top
    element.dispatchEvent(new Event('scroll'))
  })

it('covers what is in view, and changes only when scrolling leaves a step', () => {
  const scroller = scrollerAt(0)
  let renders = 0
  const { result } = renderHook(() => {
    renders++
    return useView(scroller)
  })
  scrollTo(scroller, 10)
  expect(result.current).toEqual({ top: 0, bottom: 512 })
  const before = renders
  for (const top of [1, 2, 5, 11, 12]) scrollTo(scroller, top)
  // React may call a component once more to find that its state stayed.
  expect(renders - before).toBeLessThanOrEqual(1)
  scrollTo(scroller, 1000)
  expect(result.current).toEqual({ top: 896, bottom: 1536 })
})

// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { noHover, offerTooltip, showWhenDrawn } from './offer-tooltip.ts'

const loading = vi.hoisted(() => ({ isLoaded: false, finish: Promise.withResolvers<void>() }))
vi.mock('./load-echarts.ts', () => ({
  isTooltipLoaded: () => loading.isLoaded,
  loadTooltip: () => loading.finish.promise,
}))

beforeEach(() => {
  loading.isLoaded = false
  loading.finish = Promise.withResolvers()
})

const load = async () => {
  loading.isLoaded = true
  loading.finish.resolve()
  await loading.finish.promise
}

/** A chart with what was done to its tooltip, in order. */
const chart = (hover = { current: noHover() }, element = document.createElement('div')) => {
  const done: unknown[] = []
  const stop = offerTooltip(element, { hover, add: () => done.push('add'), showAt: (place) => done.push(place) })
  const point = (x: number) => {
    element.dispatchEvent(new MouseEvent('pointerenter'))
    element.dispatchEvent(new MouseEvent('pointermove', { clientX: x, clientY: 5 }))
  }
  return { done, stop, point, hover, element, leave: () => element.dispatchEvent(new MouseEvent('pointerleave')) }
}

test('the tooltip is shown where the pointer rests as soon as its code is loaded', async () => {
  const { done, point } = chart()
  point(10)
  expect(done).toEqual([])
  await load()
  expect(done).toEqual(['add', { x: 10, y: 5 }])
})

test('a pointer that left is shown nothing', async () => {
  const { done, point, leave } = chart()
  point(10)
  leave()
  await load()
  expect(done).toEqual(['add'])
})

test('loaded code is added at once, and ECharts shows it itself', async () => {
  await load()
  const { done, point } = chart()
  point(10)
  expect(done).toEqual(['add'])
})

test.each([
  ['before the code is loaded', async () => {}, load],
  ['after the code is loaded', load, async () => {}],
])('a chart that is drawn anew under a waiting pointer, %s, shows its tooltip', async (_when, before, after) => {
  const first = chart()
  first.point(10)
  first.stop()
  await before()
  const second = chart(first.hover, first.element)
  await after()
  expect(first.done).toEqual([])
  expect(second.done).toEqual(['add', { x: 10, y: 5 }])
})

const rests = { isKnown: true, pointer: { x: 10, y: 5 }, isWaiting: false, isDrawing: true }

test.each([
  ['shows what lies under the pointer', rests, [{ x: 10, y: 5 }]],
  ['shows nothing without a pointer', { ...rests, pointer: null }, []],
  ['leaves it to the code that is still loading', { ...rests, isWaiting: true }, []],
  ['shows nothing when it was not drawn', { ...rests, isDrawing: false }, []],
])('a chart whose drawing ends %s, once', (_what, hover, places) => {
  const shown: unknown[] = []
  const own = { ...hover }
  for (let frame = 0; frame < 2; frame++) showWhenDrawn(own, (place) => shown.push(place))
  expect(shown).toEqual(places)
})

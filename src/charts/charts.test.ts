import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { translator } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { Control, ControlState } from './control.ts'
import { charts } from './index.ts'
import type { Fixture } from './shared/fixtures/fixture.ts'
import { testContext } from './shared/fixtures/test-context.ts'
import { drawStill } from './stills.ts'

type Saved = { viz_type: string; version: string; form_data: FormData }
const saved = JSON.parse(readFileSync(new URL('../../test/conformance/charts.json', import.meta.url), 'utf8')) as Saved[]

/** Keys beside the controls: what the chart is, and what only travels. */
const beside =
  /^(datasource|viz_type|slice_id|url_params|custom_params|cache_timeout|extra_form_data|dashboards|force|result_(type|format)|matrixify_.*|time_range|granularity_sqla|standardizedFormData|echart_options|include_time)$/
/** Panels of 3.0 that later ones renamed. */
const renamed = new Set(['subheader'])

const controlsOf = (chart: (typeof charts)[number]): Control[] => chart.controls.flatMap(({ rows }) => rows.flat())
const choicesOf = (control: Control) => ('choices' in control ? control.choices : undefined)
const fixedChoices = (control: Control) => [choicesOf(control) ?? []].flat().filter((choice) => typeof choice !== 'function')

/** What forms of old versions and other programs may hold where something else is meant. */
const junk = [null, 0, -1, 3.5, '', 'x', '12', true, false, [], ['a'], [1, 2], {}, { a: 1 }, [null], [{}]]
const state = (form: Record<string, unknown>): ControlState => ({ form: { datasource: '1__table', viz_type: 'x', ...form }, dataset: null })

test('viz types and places in the gallery are unique', () => {
  expect(new Set(charts.map(({ viz_type }) => viz_type)).size).toBe(charts.length)
  const places = charts.flatMap(({ galleryPlace }) => galleryPlace ?? [])
  expect(new Set(places).size).toBe(places.length)
})

describe.each(charts.map((chart) => [chart.viz_type, chart] as const))('%s', (vizType, chart) => {
  const controls = controlsOf(chart)

  test('has every control that saved charts of its type hold', () => {
    const names = new Set(controls.map(({ name }) => name))
    const missing = saved
      .filter((one) => one.viz_type === vizType && one.version === '6.1')
      .flatMap(({ form_data }) => Object.keys(form_data))
      .filter((key) => !names.has(key) && !beside.test(key) && !renamed.has(key))
    expect([...new Set(missing)]).toEqual([])
  })

  test('names each control once, with a default among its choices', () => {
    const names = controls.map(({ name }) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    for (const control of controls) {
      const { name, default: value, type } = control
      if (!Array.isArray(choicesOf(control)) || value === undefined || value === null || type !== 'select') continue
      expect(
        fixedChoices(control).map((choice) => choice.value),
        name,
      ).toContain(value)
    }
  })

  test('writes its labels, headings and choices in sentence case', () => {
    const words = chart.controls.flatMap(({ label, rows }) => [
      label,
      ...rows.flat().flatMap((control) => [control.label, control.heading ?? '', ...fixedChoices(control).map((choice) => choice.label)]),
    ])
    const isPattern = (text: string) => /[%=|]/.test(text) || !/^\p{L}/u.test(text)
    const isOdd = (text: string) => /^\p{Ll}/u.test(text) || /\s(?!(?:[XY]-(?:axis|scale)|HTML|Query [AB]|[AB])\b)\p{Lu}/u.test(text)
    expect(words.filter((text) => !isPattern(text) && isOdd(text))).toEqual([])
  })

  test('decides about every control without a dataset', () => {
    for (const control of controls) {
      control.visible?.(state({}))
      control.initial?.(state({}))
      const offered = choicesOf(control)
      if (typeof offered === 'function') expect(Array.isArray(offered(state({})))).toBe(true)
      control.validate?.('x', state({}), translator())
    }
  })

  test('has a query, and a sentence that describes it', async () => {
    const { fixtures } = (await import(`./${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    expect(fixtures.length).toBeGreaterThan(0)
    for (const { form, tables } of fixtures) {
      const queries = chart.buildQuery(form)
      expect(queries.length).toBeGreaterThan(0)
      expect(chart.sentence(form, testContext())).not.toBe('')
      expect(['', {}]).not.toContainEqual(drawStill(chart, tables, form, testContext()))
    }
  })

  test('says the name of an entry of its legend, and nothing else', async () => {
    const { fixtures } = (await import(`./${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    for (const { form, tables } of fixtures) {
      const tooltip = chart.option?.(tables, form, testContext())['tooltip'] as { formatter?: (point: unknown) => string } | undefined
      const html = tooltip?.formatter?.({ componentType: 'legend', legendIndex: 0, name: 'An entry' }) ?? '<div>An entry</div>'
      expect(html.replaceAll(/<[^>]*>/g, '')).toBe('An entry')
    }
  })

  test('draws the series that it declares', async () => {
    const { fixtures } = (await import(`./${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    const options = fixtures.map(({ form, tables }) => JSON.stringify(chart.option?.(tables, form, testContext())))
    if (chart.series) expect(options.join()).toContain(`"type":"${chart.series}"`)
  })

  test('survives an empty form and an empty answer', () => {
    const form: FormData = { datasource: '1__table', viz_type: vizType }
    expect(() => chart.buildQuery(form)).not.toThrow()
    expect(chart.sentence(form, testContext())).toBeTruthy()
    for (const tables of [[], [{ columns: [], rowCount: 0 }]]) expect(() => drawStill(chart, tables, form, testContext())).not.toThrow()
  })

  test.each(junk.map((value) => [value]))('is drawn where a form holds %j for everything it can do without', async (value) => {
    const { fixtures } = (await import(`./${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    const { form, tables } = fixtures[0] as Fixture
    const odd = Object.fromEntries(controls.filter(({ name }) => !(name in form)).map(({ name }) => [name, value]))
    const all = Object.fromEntries(controls.map(({ name }) => [name, value]))
    for (const held of [
      { ...odd, ...form },
      { ...form, ...all },
    ]) {
      expect(() => drawStill(chart, tables, held, testContext())).not.toThrow()
      expect(chart.sentence(held, testContext())).toBeTruthy()
    }
  })
})

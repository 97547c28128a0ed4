import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Control, ControlState, DatasetFacts, Section } from '#charts/control.ts'
import { components } from '#charts/components.tsx'
import { charts } from '#charts/index.ts'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import type { FormData } from '#core/query/query-object.ts'
import { genericType, isTemporal } from '#core/table.ts'
import { observations } from './observe.ts'
import type { Observation } from './observe.ts'
import { moreFixtures } from './more-fixtures.ts'
import { settingOf } from './settings.ts'
import { meansNone, plainerValue, valuesOf } from './values.ts'

/** The columns of a fixture's answers as those of its dataset. */
const datasetOf = ({ tables }: Fixture): DatasetFacts => ({
  id: 1,
  columns: tables
    .flatMap(({ columns }) => columns)
    .map((column) => ({ column_name: column.name, type_generic: genericType[column.type], is_dttm: isTemporal(column) })),
  metrics: [],
  main_dttm_col: null,
})

type Declared = { section: Section; control: Control }
type Case = { fixture: Fixture; form: FormData }

const isVisible = ({ section, control }: Declared, state: ControlState): boolean =>
  (section.visible?.(state) ?? true) && (control.visible?.(state) ?? true)

/** The first step at which any case tells two values apart; -1 where nobody could. Each has a list of observations for each case. */
const firstDifference = (before: Observation[][], after: Observation[][]): number =>
  (before[0] ?? []).findIndex((_, step) => before.some((one, i) => one[step]?.() !== after[i]?.[step]?.()))

const defaultsOf = (declared: Declared[]) => Object.fromEntries(declared.map(({ control }) => [control.name, control.default]))

describe.each(charts.map((chart) => [chart.viz_type, chart] as const))('%s', (vizType, chart) => {
  test('each value of each control changes the query or the picture', async () => {
    const { fixtures } = (await import(`../../../src/charts/${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    const component = (await components[vizType]?.()) ?? null
    const declared = chart.controls.flatMap((section) => section.rows.flat().map((control) => ({ section, control })))

    const defaults = defaultsOf(declared)
    const all = [...fixtures, ...moreFixtures(vizType)]

    const casesOf = (one: Declared): Case[] =>
      all
        .map((fixture) => ({ fixture, form: { ...defaults, ...fixture.form, ...settingOf(vizType, one.control.name) } }))
        .filter(({ fixture, form }) => isVisible(one, { form, dataset: datasetOf(fixture) }))

    const idle = declared.flatMap((one) => {
      const { control } = one
      if (control.type === 'hidden') return []
      const cases = casesOf(one)
      const [first] = cases
      if (!first) return [`${control.name} is never visible`]
      const { name } = control
      const observe = (value: unknown) =>
        cases.map(({ fixture, form }) => observations(chart, fixture, { ...form, [name]: value }, component))
      const seen = new Map<unknown, Observation[][]>()
      const seenAs = (value: unknown) => seen.get(value) ?? seen.set(value, observe(value)).get(value) ?? []
      const tried = valuesOf(control, { form: first.form, dataset: datasetOf(first.fixture) }).filter(
        (value) => !isDeepStrictEqual(value, control.default) && !meansNone(vizType, name, value),
      )
      if (tried.length === 0) return [`${name} has no value to try`]
      return tried
        .filter((value) => {
          const step = firstDifference(seenAs(plainerValue(control, value)), observe(value))
          if (control.renderOnly) expect(step, `${name} is drawn without a query`).not.toBe(0)
          return step < 0
        })
        .map((value) => `${name}: ${JSON.stringify(value)}`)
    })
    expect(idle).toEqual([])
  })
})

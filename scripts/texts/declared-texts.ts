import { existsSync } from 'node:fs'
import type { QuickTile } from '../../src/charts/chart.ts'
import { charts } from '../../src/charts/index.ts'
import { engines } from '../../src/engines/index.ts'
import { operators } from '../../src/core/query/filter-operators.ts'
import { customGrains, grainLabel } from '../../src/core/time/range/custom.ts'
import { countedUnits, presets } from '../../src/core/time/range/frame.ts'
import { presetText } from '../../src/core/time/range/words.ts'
import { functionNotes } from '../../src/web/controls/sql/functions.ts'

const folder = new URL('../../src/charts/', import.meta.url)
const tilePaths = charts.map(({ viz_type }) => new URL(`${viz_type}/tile.ts`, folder)).filter((path) => existsSync(path))
const tiles = await Promise.all(tilePaths.map(async (path) => ((await import(path.href)) as { tile: QuickTile }).tile))

/** Choices that depend on the form are read with an empty one; what a dataset adds are names, not texts. */
const nobody = { form: { viz_type: '', datasource: '' }, dataset: null }

const ofControls = charts
  .flatMap(({ controls }) => controls)
  .flatMap(({ label, rows }) => [
    label,
    ...rows.flat().flatMap((control) => {
      const offered = 'choices' in control ? control.choices : []
      const choices = typeof offered === 'function' ? offered(nobody) : offered
      return control.type === 'hidden'
        ? []
        : [
            control.label,
            control.heading,
            control.description,
            'placeholder' in control ? control.placeholder : undefined,
            ...choices.map((choice) => choice.label),
          ]
    }),
  ])

const ofTimeRanges = [
  ...Object.values(presets).flat().map(presetText),
  ...countedUnits.map((unit) => `${unit}s`),
  ...customGrains.flatMap((grain) => [grainLabel(grain, 'since'), grainLabel(grain, 'until')]),
]

/** Texts that charts, engines, operators and time ranges declare, and and other code passes to t: words, and numbers as examples. */
export const declaredTexts: readonly string[] = [
  ...new Set([
    ...ofControls,
    ...charts.flatMap(({ name, description, category, tags }) => [name, description, category, ...tags]),
    ...engines.flatMap(({ dialect }) => dialect.errors.map(({ message }) => message)),
    ...ofTimeRanges,
    ...charts.flatMap(({ tile }) => tile?.word ?? []),
    ...tiles.map(({ word }) => word),
    ...operators.map(({ words }) => words),
    ...functionNotes,
  ]),
].filter((text) => text !== undefined && /\p{L}{2,}|=>/u.test(text)) as string[]

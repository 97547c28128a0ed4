import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Chart, DrawContext } from '#charts/chart.ts'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { drawStill } from '#charts/stills.ts'
import { t } from '#core/i18n/t.ts'
import { EChart } from '../../../../frame/echarts/EChart.tsx'
import { SvgPicture } from '../../../../frame/picture/SvgPicture.tsx'
import { useTheme } from '../../../../theme/theme.ts'
import { measure } from '../../../../ui/text/measure.ts'
import { useExamples } from './examples.ts'
import css from './Gallery.module.css'
import { useTurn } from './use-turn.ts'

type Size = { width: number; height: number }

/** The first example of a type, small and without axes. Shows the icon until it is drawn. */
export const Thumbnail = ({ chart, size, icon }: { chart: Chart; size: Size; icon: ReactNode }) => {
  const [example] = useExamples(chart.viz_type) ?? []
  const hasTurn = useTurn(example !== undefined)
  return (
    <div className={css['thumbnail']} style={size} aria-hidden>
      {hasTurn && example ? <ExamplePicture chart={chart} example={example} size={size} isThumbnail /> : icon}
    </div>
  )
}

type Props = { chart: Chart; example: Fixture; size: Size; isThumbnail?: boolean }

/** An example drawn by the type itself, with the data that come with it. */
export const ExamplePicture = ({ chart, example, size: { width, height }, isThumbnail = false }: Props) => {
  const theme = useTheme((state) => state.name)
  const { form, tables, formats, verboseNames } = example
  const context = useMemo(
    (): DrawContext => ({
      theme,
      width,
      height,
      t,
      measure,
      thumbnail: isThumbnail,
      animate: false,
      ...(formats && { formats }),
      ...(verboseNames && { verboseNames }),
    }),
    [theme, width, height, isThumbnail, formats, verboseNames],
  )
  const drawn = useMemo(() => drawStill(chart, tables, form, context), [chart, tables, form, context])
  const label = chart.sentence(form, context)
  if (typeof drawn === 'string') return <SvgPicture svg={drawn} label={label} />
  return <EChart option={drawn} theme={theme} size={context} label={label} />
}

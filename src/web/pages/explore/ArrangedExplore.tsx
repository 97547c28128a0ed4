import type { ReactNode } from 'react'
import { useNarrow } from '../../ui/use-media.ts'
import { useChartActions } from './header/use-chart-actions.tsx'
import type { ChartActions } from './header/use-chart-actions.tsx'
import { PanedExplore } from './panes/PanedExplore.tsx'
import { StackedExplore } from './stack/StackedExplore.tsx'
import { useOpenParts } from './state/open-parts.ts'
import type { OpenParts } from './state/open-parts.ts'
import { useRun } from './state/run.ts'

/** The parts that every layout of the page arranges. */
export type ArrangementProps = { picture: ReactNode; actions: ChartActions; places: OpenParts }

type Props = { picture: ReactNode; onSaved: (sliceId: number) => void }

/** Chooses the layout by the width of the window. Both layouts share their state, so that switching loses nothing. */
export const ArrangedExplore = ({ picture, onSaved }: Props) => {
  const places = useOpenParts(useRun().chart)
  const actions = useChartActions({ onSaved, onShowSql: () => places.showResults('sql') })
  const Arrangement = useNarrow() ? StackedExplore : PanedExplore
  return (
    <>
      <Arrangement picture={picture} actions={actions} places={places} />
      {actions.dialogs}
    </>
  )
}

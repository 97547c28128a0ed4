import type { ReactNode } from 'react'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { useNarrow } from '../../ui/use-media.ts'
import { useChartActions } from './header/use-chart-actions.tsx'
import type { ChartActions } from './header/use-chart-actions.tsx'
import { PanedExplore } from './panes/PanedExplore.tsx'
import { useOpenParts } from './state/open-parts.ts'
import type { OpenParts } from './state/open-parts.ts'
import { useRun } from './state/run.ts'

/** The parts that every layout of the page arranges. */
export type ArrangementProps = { picture: ReactNode; actions: ChartActions; places: OpenParts }

/** Narrow windows load it with their first page; wide ones never need it. */
const StackedExplore = lazyPart<ArrangementProps>(async () => (await import('./stack/StackedExplore.tsx')).StackedExplore, {
  pending: ({ picture }) => picture,
})

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

import type { ReactNode } from 'react'
import { useNarrow } from '../../ui/use-media.ts'
import { useChartActions } from './header/use-chart-actions.tsx'
import type { ChartActions } from './header/use-chart-actions.tsx'
import { PanedExplore } from './panes/PanedExplore.tsx'
import { StackedExplore } from './stack/StackedExplore.tsx'
import { usePlaces } from './state/places.ts'
import type { Places } from './state/places.ts'
import { useRun } from './state/run.ts'

/** What an arrangement puts in its places: the same parts over the same state, beside each other or below each other. */
export type ArrangementProps = { picture: ReactNode; actions: ChartActions; places: Places }

type Props = { picture: ReactNode; onSaved: (sliceId: number) => void }

/** The page in the arrangement that the window has room for. Both show one state, so that nothing is lost on the way. */
export const ArrangedExplore = ({ picture, onSaved }: Props) => {
  const places = usePlaces(useRun().chart)
  const actions = useChartActions({ onSaved, onShowSql: () => places.showResults('sql') })
  const Arrangement = useNarrow() ? StackedExplore : PanedExplore
  return (
    <>
      <Arrangement picture={picture} actions={actions} places={places} />
      {actions.dialogs}
    </>
  )
}

import { SearchX } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { SearchableRows } from '../../../ui/choice/SearchableRows.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/State.tsx'
import css from './Drill.module.css'
import { useDimensions, type Dimension } from './use-dimensions.ts'

type Props = {
  datasource: string
  /** Columns that are on show already. */
  used: ReadonlySet<string>
  onChoose: (column: string) => void
}

/** A list of more columns than this can be searched. */
const searchFrom = 10

/** The columns that a chart can be drilled by. */
export const DimensionList = ({ datasource, used, onChoose }: Props) => {
  const { dimensions, error, refetch } = useDimensions(datasource)
  if (error)
    return <ErrorState fills title={t('Failed to load dimensions for drill by')} text={errorText(error)} onRetry={() => void refetch()} />
  if (!dimensions)
    return (
      <div className={css['loading']} role="status" aria-label={t('Loading...')}>
        {[70, 50, 60, 40].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    )
  const offered = dimensions.filter(({ name }) => !used.has(name))
  const rowsFor = (text: string) => offered.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div className={css['dimensions']}>
      <SearchableRows<Dimension>
        rowsFor={rowsFor}
        startAt={0}
        label={t('Drill by')}
        hasSearch={offered.length > searchFrom}
        searchLabel={t('Search columns')}
        keyOf={({ name }) => name}
        isChosen={() => false}
        onChoose={({ name }) => onChoose(name)}
        renderRow={({ label }) => label}
        empty={<EmptyState icon={<SearchX />} title={t('No columns found')} />}
      />
    </div>
  )
}

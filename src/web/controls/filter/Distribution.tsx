import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Facts, Histogram, TopValues } from '../../ui/profile/Profile.tsx'
import { useSurface } from '../control-props.ts'
import { dataKind } from '../field/kind.ts'
import type { ColumnFacts } from '../field/kind.ts'
import { useNumberProfile } from '../field/number-profile.ts'
import css from './Filter.module.css'
import { useValues } from './values.ts'

const shownValues = 6

const numberText = (value: number): string => (Number.isNaN(value) ? '–' : value.toLocaleString(t.locale, { maximumFractionDigits: 2 }))

/** How the values of the filtered column are distributed, on one click. */
export const Distribution = ({ column }: { column: ColumnFacts }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css['distribution']}>
      <Button kind="link" icon={<ChartColumn size={14} />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('Hide the distribution') : t('Show the distribution')}
      </Button>
      {isOpen && (dataKind(column) === 'number' ? <Numbers column={column} /> : <Values column={column} />)}
    </div>
  )
}

const Failed = () => <p role="alert">{t('The statistics of this column could not be loaded.')}</p>

const Numbers = ({ column }: { column: ColumnFacts }) => {
  const { datasource, backend } = useSurface()
  const { data, isError } = useNumberProfile({ id: Number(datasource.id), type: datasource.type, backend }, column)
  if (isError) return <Failed />
  if (!data) return <Skeleton height={48} />
  return (
    <>
      <Histogram bins={data.bins} />
      <Facts
        rows={[
          [t('Lowest'), numberText(data.lowest)],
          [data.isMedian ? t('Median') : t('Mean'), numberText(data.middle)],
          [t('Highest'), numberText(data.highest)],
        ]}
      />
    </>
  )
}

const Values = ({ column }: { column: ColumnFacts }) => {
  const { data, isError } = useValues(useSurface(), column.column_name, '')
  if (isError) return <Failed />
  if (!data) return <Skeleton height={48} />
  if (data.values.length === 0) return <p>{t('All rows are blank.')}</p>
  return (
    <TopValues
      values={data.values
        .slice(0, shownValues)
        .map(({ value, count }) => ({ label: value === '' ? t('(empty text)') : String(value), count }))}
      countText={numberText}
    />
  )
}

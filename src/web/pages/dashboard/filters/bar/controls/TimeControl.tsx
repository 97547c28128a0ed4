import type { TimeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { TimeRangePill } from '../../../../../controls/time-range/TimeRangePill.tsx'
import { Chip } from '../../../../../ui/Chip.tsx'
import css from '../FilterBar.module.css'
import type { ControlProps } from './control-props.ts'

/** Ranges at hand; the words are the values. */
const quickRanges = ['Last week', 'Last month', 'Last year'] as const

/** A time range for the charts in scope, whatever their time column. */
export const TimeControl = ({ filter, value, onChoose }: ControlProps<TimeFilter>) => {
  const words: Record<(typeof quickRanges)[number], string> = {
    'Last week': t('Last week'),
    'Last month': t('Last month'),
    'Last year': t('Last year'),
  }
  return (
    <>
      <TimeRangePill label={filter.name} value={value} align="start" onChange={(range) => onChoose(range)} onClear={() => onChoose(null)} />
      <div className={css['quick']}>
        {quickRanges.map((one) => (
          <Chip
            key={one}
            set={value === one}
            clearLabel={t('Clear “%(name)s”', { name: filter.name })}
            onClick={() => onChoose(one)}
            onClear={() => onChoose(null)}
          >
            {words[one]}
          </Chip>
        ))}
      </div>
    </>
  )
}

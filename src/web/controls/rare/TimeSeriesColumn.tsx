import { readTimeSeriesColumn } from '#charts/shared/form/collection-items.ts'
import type { TimeSeriesColumn as Column } from '#charts/shared/form/collection-items.ts'
import { numberFormats, timeFormats } from '#core/format/choices.ts'
import { msg, t } from '#core/i18n/t.ts'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { CheckRow, ChoiceRow, EndsRow, NumberRow, TextRow } from '../input/FormRows.tsx'

const kinds = [
  { value: 'time', label: msg('Time comparison') },
  { value: 'contrib', label: msg('Contribution') },
  { value: 'spark', label: msg('Sparkline') },
  { value: 'avg', label: msg('Period average') },
]

const comparisons = [
  { value: 'value', label: msg('Actual value') },
  { value: 'diff', label: msg('Difference') },
  { value: 'perc', label: msg('Percentage') },
  { value: 'perc_change', label: msg('Percentage change') },
]

/** One column of a table of time series. A kind shows only the fields that it uses. */
export const TimeSeriesColumn = ({ value, onChange }: ControlProps<'time-series-column'>) => {
  const held = readTimeSeriesColumn(value)
  const set = (change: Partial<Column>) => onChange({ ...held, ...change })
  const isSpark = held.colType === 'spark'
  return (
    <div className={css['form']} style={{ width: 'auto' }}>
      <TextRow label={t('Label')} value={held.label ?? ''} onText={(label) => set({ label })} />
      <TextRow label={t('Tooltip')} value={held.tooltip ?? ''} onText={(tooltip) => set({ tooltip })} />
      <ChoiceRow label={t('Type')} choices={kinds} value={held.colType} onChange={(colType) => set({ colType: String(colType) })} />
      {isSpark && (
        <>
          <TextRow label={t('Width')} value={held.width ?? ''} onText={(width) => set({ width })} />
          <TextRow label={t('Height')} value={held.height ?? ''} onText={(height) => set({ height })} />
        </>
      )}
      {(held.colType === 'time' || held.colType === 'avg') && (
        <NumberRow label={t('Time lag')} value={held.timeLag ?? null} onNumber={(timeLag) => set({ timeLag: timeLag ?? 0 })} />
      )}
      {isSpark && <TextRow label={t('Time ratio')} value={held.timeRatio ?? ''} onText={(timeRatio) => set({ timeRatio })} />}
      {held.colType === 'time' && (
        <ChoiceRow
          label={t('Comparison')}
          choices={comparisons}
          value={held.comparisonType}
          onChange={(comparisonType) => set({ comparisonType: String(comparisonType) })}
        />
      )}
      {isSpark && (
        <>
          <CheckRow label={t('Show Y-axis')} checked={held.showYAxis ?? false} onChange={(showYAxis) => set({ showYAxis })} />
          <EndsRow label={t('Y-axis bounds')} value={held.yAxisBounds} onEnds={(yAxisBounds) => set({ yAxisBounds })} />
        </>
      )}
      {!isSpark && <EndsRow label={t('Color bounds')} value={held.bounds} onEnds={(bounds) => set({ bounds })} />}
      <ChoiceRow
        freeForm
        label={t('Number format')}
        choices={numberFormats}
        value={held.d3format}
        onChange={(d3format) => set({ d3format: String(d3format) })}
      />
      {isSpark && (
        <ChoiceRow
          freeForm
          label={t('Date format')}
          choices={timeFormats}
          value={held.dateFormat}
          onChange={(dateFormat) => set({ dateFormat: String(dateFormat) })}
        />
      )}
    </div>
  )
}

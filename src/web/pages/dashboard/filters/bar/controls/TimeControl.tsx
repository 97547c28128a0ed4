import { useState } from 'react'
import type { TimeFilter } from '#core/filters/native-filter.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { actualRange, rangeText } from '#core/time/range/words.ts'
import { t } from '#core/i18n/t.ts'
import { timeRangeEditor } from '../../../../../controls/editors.ts'
import { FieldIcon } from '../../../../../controls/field/FieldIcon.tsx'
import { EditorPopover } from '../../../../../controls/pills/EditorPopover.tsx'
import { Pill } from '../../../../../controls/pills/Pill.tsx'
import { useResolvedRange } from '../../../../../controls/time-range/resolved.ts'
import { Chip } from '../../../../../ui/Chip.tsx'
import { Tooltip } from '../../../../../ui/overlay/Tooltip.tsx'
import { useFilterValue } from '../data/use-filter-value.ts'
import css from '../FilterBar.module.css'
import type { ControlProps } from './control-props.ts'

/** Ranges at hand; the words are the values. */
const quickRanges = ['Last week', 'Last month', 'Last year'] as const

/** A time range for the charts in scope, whatever their time column. */
export const TimeControl = ({ filter }: ControlProps<TimeFilter>) => {
  const { value, choose } = useFilterValue(filter)
  const range = typeof value === 'string' && value !== '' ? value : noFilter
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const [before, setBefore] = useState<unknown>(value)
  const isReady = timeRangeEditor.useReady(open)
  const resolved = useResolvedRange(range)
  const actual = resolved.data ? actualRange(resolved.data.range.since, resolved.data.range.until, 'col') : undefined
  const words: Record<(typeof quickRanges)[number], string> = {
    'Last week': t('Last week'),
    'Last month': t('Last month'),
    'Last year': t('Last year'),
  }
  return (
    <>
      <Tooltip text={actual}>
        <div>
          <Pill
            pillRef={setAnchor}
            icon={<FieldIcon kind="time" />}
            name={rangeText(range, t, resolved.data?.range)}
            open={open}
            onOpen={() => {
              setBefore(value)
              setOpen(!open)
            }}
            {...(range !== noFilter && { onRemove: () => choose(null) })}
          />
        </div>
      </Tooltip>
      <div className={css['quick']}>
        {quickRanges.map((one) => (
          <Chip
            key={one}
            set={range === one}
            clearLabel={t('Clear “%(name)s”', { name: filter.name })}
            onClick={() => choose(one)}
            onClear={() => choose(null)}
          >
            {words[one]}
          </Chip>
        ))}
      </div>
      {open && isReady && (
        <EditorPopover
          anchor={anchor}
          label={filter.name}
          height={480}
          align="start"
          onDone={() => setOpen(false)}
          onCancel={() => {
            choose(before)
            setOpen(false)
          }}
        >
          <timeRangeEditor.Part value={range} onChange={choose} onDone={() => setOpen(false)} />
        </EditorPopover>
      )}
    </>
  )
}

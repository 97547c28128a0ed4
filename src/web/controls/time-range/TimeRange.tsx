import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { useResolvedRange } from './resolved.ts'
import { timeRangeEditor } from '../editors.ts'
import { actualRange, rangeText } from '#core/time/range/words.ts'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { EditorPopover } from '../pills/EditorPopover.tsx'
import { Pill } from '../pills/Pill.tsx'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'

/** A range of time of the chart's time column. */
export const TimeRange = ({ control, value, onChange, state }: ControlProps<'time-range'>) => {
  const range = typeof value === 'string' && value !== '' ? value : noFilter
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const isReady = timeRangeEditor.useReady(open)
  const [before, setBefore] = useState(range)
  const resolved = useResolvedRange(range)
  const column = state.form['granularity_sqla']
  const actual = resolved.data
    ? actualRange(resolved.data.range.since, resolved.data.range.until, typeof column === 'string' ? column : 'col')
    : t('No filter')
  return (
    <BlockField control={control}>
      {() => (
        <>
          <Tooltip text={actual}>
            <div>
              <Pill
                pillRef={setAnchor}
                icon={<FieldIcon kind="time" />}
                name={rangeText(range, t, resolved.data?.range)}
                open={open}
                onOpen={() => {
                  setBefore(range)
                  setOpen(!open)
                }}
              />
            </div>
          </Tooltip>
          {open && isReady && (
            <EditorPopover
              anchor={anchor}
              label={t(control.label)}
              height={480}
              onDone={() => setOpen(false)}
              onCancel={() => {
                onChange(before)
                setOpen(false)
              }}
            >
              <timeRangeEditor.Part
                value={range}
                column={typeof column === 'string' ? column : undefined}
                onChange={onChange}
                onDone={() => setOpen(false)}
              />
            </EditorPopover>
          )}
        </>
      )}
    </BlockField>
  )
}

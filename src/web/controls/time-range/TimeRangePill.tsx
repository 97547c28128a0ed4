import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { actualRange, rangeText } from '#core/time/range/words.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { timeRangeEditor, editorPopover } from '../editors.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { Pill } from '../pills/Pill.tsx'
import { useResolvedRange } from './resolved.ts'
import { timeRangeSize } from './size.ts'

type Props = {
  label: string
  value: unknown
  /** The time column that the range is about, where it is known. */
  column?: string | undefined
  align?: 'start'
  /** A popover by default. */
  opensAs?: 'modal' | undefined
  onChange: (range: string) => void
  /** Given = a range can be taken away beside its pill. */
  onClear?: () => void
}

/** A time range as a pill, which opens its editor; leaving that by Cancel brings back what was there. */
export const TimeRangePill = ({ label, value, column, align, opensAs, onChange, onClear }: Props) => {
  const range = typeof value === 'string' && value !== '' ? value : noFilter
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const [before, setBefore] = useState(range)
  const isReady = timeRangeEditor.useReady(open)
  const { data: resolved } = useResolvedRange(range)
  const cancel = () => {
    onChange(before)
    setOpen(false)
  }
  const actual = resolved ? actualRange(resolved.range.since, resolved.range.until, column ?? 'col') : t('No filter')
  const editor = <timeRangeEditor.Part value={range} column={column} onChange={onChange} onApply={() => setOpen(false)} onCancel={cancel} />
  return (
    <>
      <Tooltip text={actual}>
        <div>
          <Pill
            pillRef={setAnchor}
            icon={<FieldIcon kind="time" />}
            name={rangeText(range, t, resolved?.range)}
            open={open}
            onOpen={() => {
              setBefore(range)
              setOpen(!open)
            }}
            {...(onClear && range !== noFilter && { onRemove: onClear })}
          />
        </div>
      </Tooltip>
      {open && isReady && opensAs === 'modal' && (
        <Dialog open bare onClose={cancel} title={label} width={timeRangeSize.width}>
          {editor}
        </Dialog>
      )}
      {open && isReady && opensAs !== 'modal' && (
        <editorPopover.Part
          anchor={anchor}
          label={label}
          resizable
          {...timeRangeSize}
          {...(align && { align })}
          onDone={() => setOpen(false)}
          onCancel={cancel}
        >
          {editor}
        </editorPopover.Part>
      )}
    </>
  )
}

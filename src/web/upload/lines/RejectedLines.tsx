import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import type { UploadOptions, UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { causeText, type RejectCause } from '#core/upload/reject-cause.ts'
import { Button } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { kindOfType } from '../columns/column-types.ts'
import { usePreviewWidths } from '../columns/column-widths.tsx'
import { scrollToCentre } from '../preview/centre.ts'
import { misfitLinesText } from './rejected-columns.ts'
import { splitLine } from './split-line.ts'
import css from './RejectedLines.module.css'

type Props = {
  preview: UploadPreview
  /** Shared with the preview, so that the columns align. */
  tableId: string
  options: UploadOptions
  sectionRef: RefObject<HTMLElement | null>
  /** Reads a column as text, so that its values are valid. */
  onText: (column: number) => void
  /** Keeps the lines and empties the invalid cells. */
  onBlank: () => void
}

/** Lines that could not be read, with the reason for each. */
export const RejectedLines = ({ preview, tableId, options, sectionRef, onText, onBlank }: Props) => {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const { columnGroup, order, style } = usePreviewWidths(preview, tableId, frame)
  const { rejected, blanked, columns } = preview
  const { first } = rejected
  useEffect(() => {
    const cell = first.length > 0 ? frame?.querySelector<HTMLElement>('[data-bad]') : null
    if (frame && cell) scrollToCentre(frame, cell)
  }, [frame, first])
  const emptiedText =
    blanked > 0 &&
    t.plural(
      blanked,
      '%(count)s value does not fit its column: its cell is left empty.',
      '%(count)s values do not fit their columns: their cells are left empty.',
    )
  if (rejected.count === 0) return emptiedText ? <p className={css['note']}>{emptiedText}</p> : null
  const namedIndex = columns.findIndex(({ name }) => name === rejected.columns[0]?.name)
  return (
    <section ref={sectionRef} className={css['section']}>
      <header className={css['head']}>
        <TriangleAlert className={css['warn']} aria-hidden />
        <h3>{misfitLinesText(preview)}</h3>
        {namedIndex >= 0 && (
          <>
            <Button dense onClick={onBlank}>
              {t('Empty these cells')}
            </Button>
            <Button dense onClick={() => onText(namedIndex)}>
              {t('Read %(name)s as text', { name: columns[namedIndex]?.name ?? '' })}
            </Button>
          </>
        )}
      </header>
      <div ref={setFrame} data-frame className={css['frame']} tabIndex={0}>
        <table className={css['table']} style={style} aria-label={t('Rejected lines')}>
          {columnGroup}
          {rejected.first.map((line, i) => (
            <Line key={i} line={line} columns={columns} order={order} options={options} />
          ))}
        </table>
      </div>
      <p className={css['note']}>
        {t('These lines are skipped; you can download them after the import.')} {emptiedText}
      </p>
    </section>
  )
}

type LineProps = {
  line: UploadPreview['rejected']['first'][number]
  columns: UploadPreview['columns']
  order: number[]
  options: UploadOptions
}

/** Whether a value of this column caused the rejection. */
const isCauseColumn = (name: string, cause: RejectCause) => cause.code === 'value' && cause.column === name

const Line = ({ line: { line, text, cause }, columns, order, options }: LineProps) => {
  const fields = splitLine(text, { delimiter: options.delimiter ?? ',', quote: options.quote ?? '"' })
  const fits = fields.length === columns.length
  return (
    <tbody>
      <tr>
        <th scope="row" className={css['line']}>
          {line}
        </th>
        {fits ? (
          order.map((i) => {
            const { name = '', type = '' } = columns[i] ?? {}
            return (
              <td
                key={i}
                data-bad={isCauseColumn(name, cause) || undefined}
                className={cx(kindOfType(type) === 'number' && css['right'], isCauseColumn(name, cause) && css['bad'])}
              >
                {fields[i]}
              </td>
            )
          })
        ) : (
          <td colSpan={columns.length} className={css['raw']} title={text}>
            <span>{text}</span>
          </td>
        )}
      </tr>
      <tr className={css['why']}>
        <td className={css['line']} />
        <td colSpan={columns.length}>
          <Cause cause={cause} hasCell={fits && columns.some(({ name }) => isCauseColumn(name, cause))} />
        </td>
      </tr>
    </tbody>
  )
}

/** Why the line was rejected. Clicking it scrolls to the cell. */
const Cause = ({ cause, hasCell }: { cause: RejectCause; hasCell: boolean }) => {
  const words = (
    <>
      <CircleAlert aria-hidden />
      {causeText(cause, t)}
    </>
  )
  if (!hasCell) return <span>{words}</span>
  return (
    <button type="button" onClick={({ currentTarget }) => scrollToCell(currentTarget)}>
      {words}
    </button>
  )
}

const scrollToCell = (inside: HTMLElement) => {
  const cell = inside.closest('tbody')?.querySelector<HTMLElement>('[data-bad]')
  const frame = inside.closest<HTMLElement>('[data-frame]')
  if (cell && frame) scrollToCentre(frame, cell)
}

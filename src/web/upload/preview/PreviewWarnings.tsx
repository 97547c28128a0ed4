import { TriangleAlert } from 'lucide-react'
import type { UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { kindOfType, typeLabel } from '../columns/column-types.ts'
import { misfitLinesText } from '../lines/rejected-columns.ts'
import { formatLabel } from '../columns/time-formats.ts'
import css from './PreviewWarnings.module.css'

type Props = {
  preview: UploadPreview
  onShowLines: () => void
  onShowColumn: (column: number) => void
  onType: (column: number, type: string) => void
  onFormat: (column: number, format: string) => void
  onDecimal: (decimal: '.' | ',') => void
}

const maxNamedColumns = 3

/** Warnings about the preview: rejected lines and columns whose type or format is doubtful. */
export const PreviewWarnings = ({ preview, onShowLines, onShowColumn, onType, onFormat, onDecimal }: Props) => {
  const { columns, rejected } = preview
  const names = rejected.columns.map(({ name, lines }) => `${name} (${lines.toLocaleString(t.locale)})`)
  const mistyped = columns.flatMap(({ mostly, name }, index) => (mostly ? [{ index, name, ...mostly }] : []))
  const moreMistyped = mistyped.length - maxNamedColumns
  const ambiguous = columns.flatMap((column, index) => {
    const { name, otherFormat } = column
    return otherFormat
      ? [{ index, name, otherFormat, asRead: formatLabel(column), other: formatLabel({ ...column, format: otherFormat }) }]
      : []
  })
  const moreAmbiguous = ambiguous.length - maxNamedColumns
  const decimals = columns.flatMap(({ name, type, otherDecimal }, index) => (otherDecimal ? [{ index, name, type, otherDecimal }] : []))
  const [first] = decimals
  if (rejected.count === 0 && mistyped.length === 0 && ambiguous.length === 0 && !first) return null
  return (
    <ul className={css['warnings']} role="status">
      {rejected.count > 0 && (
        <li>
          <TriangleAlert aria-hidden />
          <span>
            {misfitLinesText(preview)}
            {names.length > 0 && `: ${joinNames(names)}`}
          </span>
          <Button kind="link" onClick={onShowLines}>
            {t('Show the lines')}
          </Button>
        </li>
      )}
      {mistyped.slice(0, maxNamedColumns).map(({ index, name, type, misfits, values }) => (
        <li key={index}>
          <TriangleAlert aria-hidden />
          <span>{mistypedText(type, { name, misfits: misfits.toLocaleString(t.locale), values: values.toLocaleString(t.locale) })}</span>
          <Button kind="link" onClick={() => onShowColumn(index)}>
            {t('Show the column')}
          </Button>
          <Button kind="link" onClick={() => onType(index, type)}>
            {t('Read as: %(type)s', { type: typeLabel(type) })}
          </Button>
        </li>
      ))}
      {moreMistyped > 0 && (
        <li>
          <TriangleAlert aria-hidden />
          {t.plural(moreMistyped, '%(count)s more column is text for such values', '%(count)s more columns are text for such values')}
        </li>
      )}
      {ambiguous.slice(0, maxNamedColumns).map(({ index, name, otherFormat, asRead, other }) => (
        <li key={`format ${index}`}>
          <TriangleAlert aria-hidden />
          <span>{t('%(name)s is read as %(asRead)s, but could be %(other)s', { name, asRead, other })}</span>
          <Button kind="link" onClick={() => onShowColumn(index)}>
            {t('Show the column')}
          </Button>
          <Button kind="link" onClick={() => onFormat(index, otherFormat)}>
            {t('Read as: %(type)s', { type: other })}
          </Button>
        </li>
      ))}
      {moreAmbiguous > 0 && (
        <li>
          <TriangleAlert aria-hidden />
          {t.plural(
            moreAmbiguous,
            '%(count)s more column has dates that read either way',
            '%(count)s more columns have dates that read either way',
          )}
        </li>
      )}
      {first && (
        <li>
          <TriangleAlert aria-hidden />
          <span>{decimalText(first.type, joinNames(decimals.map(({ name }) => name)))}</span>
          <Button kind="link" onClick={() => onShowColumn(first.index)}>
            {t('Show the column')}
          </Button>
          <Button kind="link" onClick={() => onDecimal(first.otherDecimal)}>
            {first.type === 'DOUBLE' ? t('Read as thousands') : t('Read as fractions')}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** The decimal sign applies to the whole file. */
const decimalText = (type: string, names: string): string =>
  type === 'DOUBLE'
    ? t('%(names)s: three digits after the sign are read as a fraction, but could be thousands', { names })
    : t('%(names)s: three digits after the sign are read as thousands, but could be a fraction', { names })

const joinNames = (names: string[]) =>
  [
    ...names.slice(0, maxNamedColumns),
    ...(names.length > maxNamedColumns ? [t('and %(count)s more', { count: names.length - maxNamedColumns })] : []),
  ].join(', ')

const mistypedText = (type: string, params: { name: string; misfits: string; values: string }): string => {
  const kind = kindOfType(type)
  if (kind === 'number') return t('%(name)s is text: %(misfits)s of %(values)s values are not numbers', params)
  if (kind === 'time') return t('%(name)s is text: %(misfits)s of %(values)s values are not dates', params)
  return t('%(name)s is text: %(misfits)s of %(values)s values are not true or false', params)
}

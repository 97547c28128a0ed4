import { useId } from 'react'
import type { UploadColumn } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { Field } from '../../ui/text/Field.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { formatChoices } from './time-formats.ts'
import css from '../UploadDialog.module.css'

/** The format of each date or time column. */
export const TimeFormats = ({ columns, onFormat }: { columns: UploadColumn[]; onFormat: (index: number, format: string) => void }) => {
  const id = useId()
  const timed = columns.flatMap((column, index) => {
    const choices = formatChoices(column)
    return choices.length > 0 ? [{ ...column, index, choices }] : []
  })
  if (timed.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className={css['timeFormats']}>
      <h4 id={id}>{t('Date formats')}</h4>
      {timed.map(({ index, name, choices, format = '' }) => (
        <Field key={index} label={name}>
          <Picker
            dense
            label={t('Date format of %(name)s', { name })}
            value={format}
            options={choices}
            onChange={(next) => onFormat(index, next)}
          />
        </Field>
      ))}
    </div>
  )
}

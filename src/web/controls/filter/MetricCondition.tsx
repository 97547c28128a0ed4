import type { ComponentProps } from 'react'
import { t } from '#core/i18n/t.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { useDraft } from '../input/use-draft.ts'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import css from './Filter.module.css'
import { readValue } from './filter-draft.ts'

type Props = { value: unknown; onValue: (value: unknown) => void; foot: ComponentProps<typeof EditorFoot> }

/** What a metric is compared with, after the rows are grouped. */
export const MetricCondition = ({ value, onValue, foot }: Props) => {
  const draft = useDraft(String(value ?? ''), (text) => onValue(text.trim() === '' ? null : readValue(text, 'number')))
  return (
    <>
      <div className={css['one']}>
        <TextInput
          data-autofocus
          className="tabular"
          inputMode="decimal"
          aria-label={t('Value')}
          placeholder={t('Filter value (case sensitive)')}
          {...draft}
        />
      </div>
      <EditorFoot {...foot} note={t('filters the grouped result')} />
    </>
  )
}

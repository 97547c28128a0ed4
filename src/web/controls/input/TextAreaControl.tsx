import { t } from '#core/i18n/t.ts'
import { TextArea } from '../../ui/text/TextInput.tsx'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { useDraft } from './use-draft.ts'

/** Several lines of text or code. */
export const TextAreaControl = ({ control, value, onChange }: ControlProps<'text-area'>) => {
  const draft = useDraft(typeof value === 'string' ? value : '', onChange, { wait: 500 })
  return (
    <BlockField control={control}>
      {(labelId) => (
        <TextArea
          mono
          rows={4}
          spellCheck={false}
          aria-labelledby={labelId}
          placeholder={control.placeholder && t(control.placeholder)}
          {...draft}
        />
      )}
    </BlockField>
  )
}

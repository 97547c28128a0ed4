import { Expand } from 'lucide-react'
import { useState } from 'react'
import type { CodeLanguage } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { TextArea } from '../../ui/text/TextInput.tsx'
import { BlockField } from '../ControlField.tsx'
import { useSurface } from '../control-props.ts'
import type { ControlProps } from '../control-props.ts'
import { useDraft } from '../input/use-draft.ts'
import css from '../Controls.module.css'

const CodeInput = lazyPart(async () => (await import('./CodeInput.tsx')).CodeInput, {
  pending: ({ height }) => <div className={css['pendingCode']} style={{ height }} aria-busy />,
})

/** Several lines of text. With a language it is a code editor, which also opens larger, in a dialog. */
export const CodeArea = ({ control, value, onChange }: ControlProps<'text-area'>) => {
  const { backend } = useSurface()
  const [isLarge, setLarge] = useState(false)
  const { language } = control
  const label = t(control.label)
  const placeholder = control.placeholder && t(control.placeholder)
  const draft = useDraft(typeof value === 'string' ? value : '', onChange, { wait: 500 })
  if (!language)
    return (
      <BlockField control={control}>
        {(labelId) => <TextArea rows={4} aria-labelledby={labelId} placeholder={placeholder} {...draft} />}
      </BlockField>
    )
  const enlarge = () => {
    draft.onBlur()
    setLarge(true)
  }
  return (
    <BlockField
      control={control}
      action={<IconButton dense label={t('Edit %(name)s in a dialog', { name: label })} icon={<Expand />} onClick={enlarge} />}
    >
      {() => (
        <>
          <CodeInput
            {...{ language, backend, label, placeholder }}
            value={draft.value}
            onChange={draft.onValue}
            onBlur={draft.onBlur}
            height={120}
            takesFocus={false}
          />
          {isLarge && (
            <CodeDialog {...{ language, backend, label }} value={draft.value} onSave={onChange} onClose={() => setLarge(false)} />
          )}
        </>
      )}
    </BlockField>
  )
}

type DialogProps = {
  language: CodeLanguage
  backend: string | null
  label: string
  value: string
  onSave: (text: string) => void
  onClose: () => void
}

/** The code in a large editor; Save stores it. */
const CodeDialog = ({ language, backend, label, value, onSave, onClose }: DialogProps) => {
  const [text, setText] = useState(value)
  const isChanged = text !== value
  const save = () => {
    if (isChanged) onSave(text)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnPress={!isChanged}
      title={label}
      width={880}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" disabled={!isChanged} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <CodeInput {...{ language, backend, label }} value={text} onChange={setText} height={420} onRun={save} />
    </Dialog>
  )
}

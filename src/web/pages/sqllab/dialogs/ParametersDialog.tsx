import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { sqllabFormat } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { TextArea, TextInput } from '../../../ui/text/TextInput.tsx'
import { Verbatim } from '../../../ui/text/Verbatim.tsx'
import css from './ParametersDialog.module.css'
import { namesIn, readParams, writeParams, type Param } from './template-params.ts'

type Props = {
  /** JSON. */
  params: string
  script: string
  databaseId: number | null
  onSave: (params: string | null) => void
  onClose: () => void
}

/** The stored parameters, and the names that the script uses besides. */
const fieldsOf = (json: string, script: string): Param[] => {
  const known = readParams(json) ?? []
  const missing = namesIn(script).filter((name) => !known.some((param) => param.name === name))
  return [...known, ...missing.map((name) => ({ name, value: '' }))]
}

const formatted = async (body: { sql: string; database_id: number; template_params: string }) => (await call(sqllabFormat, { body })).result

/** Values of a script's template parameters, as fields or as JSON, with the filled text. */
export const ParametersDialog = ({ params, script, databaseId, onSave, onClose }: Props) => {
  const [mode, setMode] = useState<'fields' | 'json'>(() => (readParams(params) ? 'fields' : 'json'))
  const [json, setJson] = useState(params)
  const [fields, setFields] = useState(() => fieldsOf(params, script))
  const isValid = readParams(json) !== null
  const changeFields = (next: Param[]) => {
    setFields(next)
    setJson(writeParams(next.filter(({ value }) => value !== '')))
  }
  const changeField = (at: number, patch: Partial<Param>) =>
    changeFields(fields.map((field, i) => (i === at ? { ...field, ...patch } : field)))
  const asked = { sql: script, database_id: databaseId ?? 0, template_params: json || '{}' }
  const preview = useQuery({
    queryKey: [sqllabFormat.path, asked],
    queryFn: () => formatted(asked),
    enabled: isValid && databaseId !== null && script.trim() !== '',
    retry: false,
  })
  return (
    <Dialog
      open
      width={640}
      title={t('Template parameters')}
      onClose={onClose}
      closeOnPress={false}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={!isValid}
            onClick={() => {
              onSave(json.trim() || null)
              onClose()
            }}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={css['body']}>
        <Segmented
          label={t('Show as')}
          value={mode}
          onChange={(next) => {
            if (next === 'fields') setFields(fieldsOf(json, script))
            setMode(next)
          }}
          options={[
            { key: 'fields', label: t('Fields'), disabled: !isValid },
            { key: 'json', label: t('JSON') },
          ]}
        />
        {mode === 'json' ? (
          <TextArea
            mono
            rows={8}
            spellCheck={false}
            aria-label={t('Template parameters')}
            aria-invalid={!isValid}
            value={json}
            onValue={setJson}
          />
        ) : (
          <div className={css['fields']}>
            {fields.map((field, i) => (
              <div key={i} className={css['field']}>
                <TextInput aria-label={t('Name')} placeholder={t('Name')} value={field.name} onValue={(name) => changeField(i, { name })} />
                <TextInput
                  aria-label={t('Value of %(name)s', { name: field.name })}
                  placeholder={t('Value')}
                  value={field.value}
                  onValue={(value) => changeField(i, { value })}
                />
                <IconButton
                  label={t('Remove %(name)s', { name: field.name })}
                  icon={<X />}
                  onClick={() => changeFields(fields.filter((_, at) => at !== i))}
                />
              </div>
            ))}
            <Button dense icon={<Plus />} className={css['add'] ?? ''} onClick={() => setFields([...fields, { name: '', value: '' }])}>
              {t('Add a parameter')}
            </Button>
          </div>
        )}
        {!isValid && <p role="alert">{t('The template parameters are not a JSON object.')}</p>}
        <h3>{t('Preview')}</h3>
        {preview.error ? (
          <p role="alert">{errorText(preview.error)}</p>
        ) : (
          <Verbatim text={preview.data ?? script} label={t('Copy the SQL')} className={css['preview']} />
        )}
      </div>
    </Dialog>
  )
}

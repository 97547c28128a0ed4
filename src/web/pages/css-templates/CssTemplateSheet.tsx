import { useQueryClient } from '@tanstack/react-query'
import { cssTemplateBody } from '#api/bodies/css-template.ts'
import { cssTemplateCreate, cssTemplateList, cssTemplateUpdate } from '#api/css-template.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { CssTemplateRow } from './css-templates-config.tsx'

type Props = { template: Pick<CssTemplateRow, 'id' | 'template_name' | 'css'> | null; onClose: () => void }

/** Name and CSS of a new or existing template. */
export const CssTemplateSheet = ({ template, onClose }: Props) => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const form = useEditForm({
    start: { template_name: template?.template_name ?? '', css: template?.css ?? '' },
    body: { of: (values) => values, schema: cssTemplateBody },
    check: ({ template_name }) => (template_name.trim() ? [] : [{ path: 'template_name', text: emptyText() }]),
    save: (body) => (template ? call(cssTemplateUpdate, { params: { pk: template.id }, body }) : call(cssTemplateCreate, { body })),
    onSaved: async () => {
      say(t('CSS template saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [cssTemplateList.path] })
    },
    isNew: !template,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !template, noun: t.plural(1, 'template', 'templates') })}
      id="css-template"
      width={560}
      title={template ? t('Edit CSS template') : t('New CSS template')}
      disabled={!hasPermission('can_write', 'CssTemplate')}
      onClose={onClose}
    >
      <TextField form={form} name="template_name" label={t('Name')} required maxLength={250} />
      <AreaField
        form={form}
        name="css"
        mono
        rows={18}
        spellCheck={false}
        label={t('CSS')}
        hint={t('Applies to the stage of a dashboard only; nothing is loaded from outside.')}
      />
    </FormSheet>
  )
}

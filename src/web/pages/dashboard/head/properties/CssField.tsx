import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { cssTemplateList } from '#api/css-template.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { listQueries, rowsOnly } from '../../../../data/resources.ts'
import { useSearch } from '../../../../data/wire/use-search.ts'
import { useSession } from '../../../../data/session.ts'
import type { EditForm } from '../../../../forms/use-edit-form.ts'
import { Picker } from '../../../../ui/choice/Picker.tsx'
import { useDashboardStore } from '../../state/dashboard-context.ts'
import { CodeField } from './CodeField.tsx'
import css from './PropertiesSheet.module.css'
import type { PropertyValues } from './properties-form.ts'

const queries = listQueries(cssTemplateList)

/** The CSS of the dashboard. The stage shows it while it is typed, until the form is closed. */
export const CssField = ({ form }: { form: EditForm<PropertyValues> }) => {
  const { set } = useDashboardStore().getState()
  const { hasPermission } = useSession()
  const text = useWatch({ control: form.control, name: 'css' })
  useEffect(() => set({ previewCss: text }), [set, text])
  useEffect(() => () => set({ previewCss: null }), [set])
  return (
    <>
      <CodeField
        form={form}
        name="css"
        language="css"
        height={160}
        label={t('CSS')}
        hint={t('Added to the page of this dashboard, which shows it while you type.')}
      />
      {hasPermission('can_read', 'CssTemplate') && (
        <Templates onChoose={(template) => form.setValue('css', template, { shouldDirty: true, shouldValidate: true })} />
      )}
    </>
  )
}

const templateCount = 100

/** Puts the CSS of a template into the field. */
const Templates = ({ onChoose }: { onChoose: (css: string) => void }) => {
  const {
    data: templates = [],
    error,
    text,
    isWaiting,
    onSearch,
    searched,
  } = useSearch((name) =>
    rowsOnly(
      queries.list({
        columns: ['id', 'template_name', 'css'],
        order_column: 'template_name',
        order_direction: 'asc',
        page_size: templateCount,
        ...(name && { filters: [{ col: 'template_name', opr: 'css_template_all_text', value: name }] }),
      }),
    ),
  )
  return (
    <Picker
      className={css['templates'] ?? ''}
      label={t('Load a CSS template')}
      placeholder={t('Load a CSS template')}
      value={null}
      options={templates.map(({ id, template_name }) => ({ value: id, label: template_name ?? t('Untitled') }))}
      loading={isWaiting}
      emptyText={error ? errorText(error) : text ? t('No results found') : t('No CSS templates yet')}
      onSearch={onSearch}
      searched={searched}
      onChange={(id) => onChoose(templates.find((template) => template.id === id)?.css ?? '')}
    />
  )
}

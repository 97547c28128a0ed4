import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { themeList } from '#api/theme.ts'
import { t } from '#core/i18n/t.ts'
import { listQueries } from '../../../../data/resources.ts'
import type { EditForm } from '../../../../forms/use-edit-form.ts'
import { Picker } from '../../../../ui/choice/Picker.tsx'
import { Field } from '../../../../ui/text/Field.tsx'
import type { PropertyValues } from './properties-form.ts'

const maxThemes = 100
const columns = ['id', 'theme_name', 'json_data'] as const
const queries = listQueries(themeList)

/** Chooses a theme of the installation for the content of the dashboard. */
export const ThemeField = ({ form }: { form: EditForm<PropertyValues> }) => {
  const theme = useWatch({ control: form.control, name: 'theme' })
  const { data } = useQuery({
    ...queries.list({ columns, page_size: maxThemes, order_column: 'theme_name', order_direction: 'asc' }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.result ?? []).map(({ id, theme_name, json_data }) => ({ id, name: theme_name, json_data }))
  const known = [...found, ...(theme && !found.some(({ id }) => id === theme.id) ? [theme] : [])]
  return (
    <Field label={t('Theme')} hint={t('For the content of this dashboard.')}>
      <Picker
        label={t('Theme')}
        value={theme?.id ?? 0}
        options={[{ value: 0, label: t('As everywhere') }, ...known.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(id) => form.setValue('theme', known.find((each) => each.id === id) ?? null, { shouldDirty: true })}
      />
    </Field>
  )
}

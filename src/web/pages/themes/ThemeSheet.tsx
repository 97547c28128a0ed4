import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { themeBody } from '#api/bodies/theme.ts'
import { themeCreate, themeList, themeUpdate } from '#api/theme.ts'
import { t } from '#core/i18n/t.ts'
import { colors } from '#core/theme/tokens.ts'
import { call } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import { ThemePreview } from './ThemePreview.tsx'
import type { ThemeRow } from './themes-config.tsx'

const startText = JSON.stringify({ token: { colorPrimary: colors.light.accent, borderRadius: 4 }, algorithm: 'default' }, null, 2)

type Props = { theme: Pick<ThemeRow, 'id' | 'theme_name' | 'json_data' | 'is_system'> | null; onClose: () => void }

/** Name and tokens of a theme, with a preview of both faces. */
export const ThemeSheet = ({ theme, onClose }: Props) => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const form = useEditForm({
    start: { theme_name: theme?.theme_name ?? '', json_data: theme?.json_data ?? startText },
    body: { of: (values) => values, schema: themeBody },
    check: ({ theme_name }) => (theme_name.trim() ? [] : [{ path: 'theme_name', text: emptyText() }]),
    save: (body) => (theme ? call(themeUpdate, { params: { pk: theme.id }, body }) : call(themeCreate, { body })),
    onSaved: async () => {
      say(t('Theme saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [themeList.path] })
    },
    isNew: !theme,
  })
  const text = useWatch({ control: form.control, name: 'json_data' })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !theme, noun: t.plural(1, 'theme', 'themes') })}
      id="theme"
      width={560}
      title={theme ? t('Edit theme') : t('New theme')}
      disabled={!hasPermission('can_write', 'Theme') || theme?.is_system === true}
      onClose={onClose}
    >
      <TextField form={form} name="theme_name" label={t('Name')} required maxLength={250} />
      <AreaField
        form={form}
        name="json_data"
        mono
        rows={12}
        spellCheck={false}
        label={t('Tokens')}
        hint={t(
          'JSON with the names of Ant Design, as in Superset: colorPrimary, colorBgBase, colorText, fontFamily, borderRadius and others.',
        )}
      />
      <ThemePreview text={text} />
    </FormSheet>
  )
}

import { Moon, Palette, Pencil, Plus, Sun } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { themeBulkDelete, themeDelete, themeList, themeSetDark, themeSetDefault, themeUnsetDark, themeUnsetDefault } from '#api/theme.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { queryClient } from '../../data/query-client.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { editorColumns } from '../../lists/editors.tsx'
import { deletionFailed } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { say } from '../../ui/feedback/toast.ts'

const columns = [
  'id',
  'theme_name',
  'json_data',
  'is_system',
  'is_system_default',
  'is_system_dark',
  'created_by.id',
  'created_by.first_name',
  'created_by.last_name',
  'changed_on_delta_humanized',
] as const

export type ThemeRow = RowOf<typeof themeList, (typeof columns)[number]>

const queries = listQueries(themeList)

/** Gives everybody the theme, or takes it away again; it is seen when a page is loaded next. */
const toggle = async ({ id, is_system_default, is_system_dark }: ThemeRow, face: 'light' | 'dark') => {
  try {
    const params = { pk: id }
    if (face === 'light') await (is_system_default ? call(themeUnsetDefault) : call(themeSetDefault, { params }))
    else await (is_system_dark ? call(themeUnsetDark) : call(themeSetDark, { params }))
    say(t('Everybody gets it with the next page'), { kind: 'good' })
  } catch (error) {
    say(errorText(error), { kind: 'bad' })
  }
  await queryClient.invalidateQueries({ queryKey: [themeList.path] })
}

const noteOf = ({ is_system, is_system_default, is_system_dark }: ThemeRow): string =>
  [is_system && t('Built in'), is_system_default && t('Light theme of everybody'), is_system_dark && t('Dark theme of everybody')]
    .filter(Boolean)
    .join(' · ')

type Dependencies = { session: Pick<Session, 'hasPermission'>; isAdmin: boolean; edit: (edited: ThemeRow | 'new') => void }

export const themesConfig = ({ session: { hasPermission }, isAdmin, edit }: Dependencies): ListConfig<ThemeRow> => {
  const canWrite = hasPermission('can_write', 'Theme')
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Theme')}
    </Button>
  )
  return {
    id: 'theme',
    title: t('Themes'),
    noun: (count) => t.plural(count, 'theme', 'themes'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [themeList.path] }),
    count: queries.count,
    search: { col: 'theme_name', opr: 'theme_all_text', label: t('Search name and tokens') },
    filters: [],
    sorts: [{ key: 'theme_name', label: t('Name'), direction: 'asc' }],
    defaults: { sort: 'theme_name', direction: 'asc', cards: false },
    name: (row) => row.theme_name,
    note: noteOf,
    open: (row) => () => edit(row),
    icon: <Palette />,
    shown: editorColumns(),
    canEdit: (row) => canWrite && !row.is_system,
    ...(canWrite && {
      remove: {
        one: (id) => call(themeDelete, { params: { pk: id } }),
        many: (ids) => call(themeBulkDelete, { q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => [
      ...(canWrite && !row.is_system ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
      ...(isAdmin
        ? [
            {
              key: 'light',
              label: row.is_system_default ? t('No longer the light theme of everybody') : t('Light theme of everybody'),
              icon: <Sun />,
              onSelect: () => void toggle(row, 'light'),
            },
            {
              key: 'dark',
              label: row.is_system_dark ? t('No longer the dark theme of everybody') : t('Dark theme of everybody'),
              icon: <Moon />,
              onSelect: () => void toggle(row, 'dark'),
            },
          ]
        : []),
    ],
    actions: add,
    empty: { title: t('No themes yet'), text: t('A theme replaces colors and fonts of the product.'), action: add },
  }
}

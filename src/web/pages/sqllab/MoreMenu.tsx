import { Braces, Ellipsis, Eye, Search, Sparkles, Table2, Waypoints } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { keyText } from '../../ui/keys/Kbd.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import type { LabDatabase } from './state/databases.ts'

/** A dialog about the script of a tab. */
export type ScriptDialog = 'parameters' | 'plan' | 'table' | 'view'

type Props = {
  database: LabDatabase | null
  onFormat: () => void
  onFind: () => void
  onDialog: (dialog: ScriptDialog) => void
}

/** What can be done with a script beside running and saving it. */
export const MoreMenu = ({ database, onFormat, onFind, onDialog }: Props) => (
  <Menu
    label={t('More actions')}
    align="end"
    entries={[
      { key: 'format', label: t('Format SQL'), icon: <Sparkles />, hint: keyText('⇧⌥F'), onSelect: onFormat },
      { key: 'find', label: t('Find and replace'), icon: <Search />, hint: keyText('⌘F'), onSelect: onFind },
      'divider',
      { key: 'parameters', label: t('Template parameters…'), icon: <Braces />, onSelect: () => onDialog('parameters') },
      {
        key: 'plan',
        label: t('Explain…'),
        icon: <Waypoints />,
        disabled: !database,
        onSelect: () => onDialog('plan'),
      },
      ...(database?.allowsTables || database?.allowsViews ? ['divider' as const] : []),
      ...(database?.allowsTables
        ? [{ key: 'table', label: t('Create table as…'), icon: <Table2 />, onSelect: () => onDialog('table') }]
        : []),
      ...(database?.allowsViews ? [{ key: 'view', label: t('Create view as…'), icon: <Eye />, onSelect: () => onDialog('view') }] : []),
    ]}
  >
    <IconButton dense bordered label={t('More actions')} icon={<Ellipsis />} />
  </Menu>
)

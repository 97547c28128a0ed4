import { AlignHorizontalSpaceBetween, ChevronDown, ClipboardCopy, Group, Scissors, Trash2, X } from 'lucide-react'
import { useRef, type ReactElement } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { keyText } from '../../../../ui/keys/Kbd.tsx'
import { useKeys } from '../../../../ui/keys/use-keys.ts'
import { Menu, type MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import { useMount } from '../../state/dashboard-context.ts'
import { copyToClipboard } from '../clipboard/clip-actions.ts'
import { removeParts } from './arrange.ts'
import { alignEntries, groupEntries } from './arrange-entries.tsx'
import css from './SelectionBar.module.css'
import { partsToChange, setSelection, useSelectionSize } from './selection.ts'

/** What can be done with several selected components. */
export const SelectionBar = () => {
  const size = useSelectionSize()
  return size > 0 ? <Bar size={size} /> : null
}

const Bar = ({ size }: { size: number }) => {
  const { store, root } = useMount()
  const bar = useRef<HTMLDivElement>(null)
  const parts = () => partsToChange(store)
  useKeys([{ keys: 'G', label: t('Group or align the selection'), run: () => bar.current?.querySelector('button')?.focus() }], root)
  return (
    <div ref={bar} role="toolbar" aria-label={t('Selection')} className={css['bar']}>
      <span role="status" className={css['count']}>
        {t.plural(size, '%(count)s selected', '%(count)s selected')}
      </span>
      <Actions label={t('Group')} icon={<Group />} entries={() => groupEntries(store, parts())} />
      <Actions label={t('Align')} icon={<AlignHorizontalSpaceBetween />} entries={() => alignEntries(store, parts())} />
      <span className={css['rule']} />
      <IconButton
        label={t('Copy')}
        hint={keyText('⌘C')}
        icon={<ClipboardCopy />}
        onClick={() => void copyToClipboard(store, parts(), 'copy')}
      />
      <IconButton label={t('Cut')} hint={keyText('⌘X')} icon={<Scissors />} onClick={() => void copyToClipboard(store, parts(), 'cut')} />
      <IconButton label={t('Remove')} icon={<Trash2 />} onClick={() => removeParts(store, parts())} />
      <span className={css['rule']} />
      <IconButton label={t('Clear the selection')} hint={t('Esc')} icon={<X />} onClick={() => setSelection(store, [])} />
    </div>
  )
}

const Actions = ({ label, icon, entries }: { label: string; icon: ReactElement; entries: () => MenuEntry[] }) => (
  <Menu label={label} entries={entries} width={220}>
    <Button kind="quiet" icon={icon} after={<ChevronDown aria-hidden />}>
      {label}
    </Button>
  </Menu>
)

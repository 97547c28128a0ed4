import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Copy,
  ClipboardCopy,
  ClipboardPaste,
  CornerDownRight,
  Eye,
  Funnel,
  Move,
  PaintBucket,
  Pencil,
  Scissors,
  SquareCheck,
  Trash2,
  Type,
} from 'lucide-react'
import type { ComponentType } from '#core/layout/component.ts'
import { backgrounds, headerSizes } from '#core/layout/component.ts'
import { duplicate } from '#core/layout/change/duplicate.ts'
import { steps, type Direction } from '#core/layout/drag/steps.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../../../../data/feature-flags.ts'
import type { MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import { keyText } from '../../../../ui/keys/Kbd.tsx'
import { useMount } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import type { Mount } from '../../state/mount.ts'
import { changeMeta, duplicatePart, currentLayout, placePart, removePart } from '../actions.ts'
import { copyToClipboard, pasteFromClipboard } from '../clipboard/clip-actions.ts'
import { editStateOf } from '../edit-state.ts'
import { partsWith, toggleSelected } from '../selection/selection.ts'
import { askToRemoveTab } from './remove-tab.tsx'

const ways: [Direction, () => string, typeof ArrowUp][] = [
  ['up', () => t('Move up'), ArrowUp],
  ['down', () => t('Move down'), ArrowDown],
  ['left', () => t('Move left'), ArrowLeft],
  ['right', () => t('Move right'), ArrowRight],
]

const backgroundNames: Record<(typeof backgrounds)[number], () => string> = {
  BACKGROUND_TRANSPARENT: () => t('Transparent'),
  BACKGROUND_WHITE: () => t('White'),
}
const sizeNames: Record<(typeof headerSizes)[number], () => string> = {
  SMALL_HEADER: () => t('Small'),
  MEDIUM_HEADER: () => t('Medium'),
  LARGE_HEADER: () => t('Large'),
}
const hasBackground = new Set<ComponentType>(['ROW', 'COLUMN', 'HEADER'])

/** Menu entries to move, style, duplicate and remove a component. Evaluated when a menu opens. */
export const useEntries = (id: string): (() => MenuEntry[]) => {
  const mount = useMount()
  return () => entriesOf(mount, id)
}

/** Copy, cut and paste, and what is done with several components; on a touch screen the selection is made here. */
const clipboardEntries = (mount: Mount, id: string): MenuEntry[] => {
  const { store } = mount
  const ids = partsWith(store, id)
  return [
    {
      key: 'copy',
      label: t('Copy'),
      hint: keyText('⌘C'),
      icon: <ClipboardCopy />,
      onSelect: () => void copyToClipboard(store, ids, 'copy'),
    },
    { key: 'cut', label: t('Cut'), hint: keyText('⌘X'), icon: <Scissors />, onSelect: () => void copyToClipboard(store, ids, 'cut') },
    {
      key: 'paste',
      label: t('Paste after it'),
      hint: keyText('⌘V'),
      icon: <ClipboardPaste />,
      onSelect: () => {
        store.getState().select(id)
        void pasteFromClipboard(mount)
      },
    },
    { key: 'select', label: t('Select with others'), hint: t('Space'), icon: <SquareCheck />, onSelect: () => toggleSelected(store, id) },
  ]
}

const tabFilterEntry = ({ store }: Mount, id: string): MenuEntry => ({
  key: 'filter',
  label: t('Add a filter for this tab'),
  icon: <Funnel />,
  onSelect: () => store.getState().set({ dialog: 'filters', newFilterTab: id }),
})

const conditionEntry = ({ store }: Mount, id: string): MenuEntry => ({
  key: 'condition',
  label: t('Show only when…'),
  icon: <Eye />,
  ...(!filtersOf(store.getState()).some(isFilter) && { disabled: true, reason: t('No filters are currently added to this dashboard.') }),
  onSelect: () => editStateOf(store).setState({ conditionOf: id }),
})

const entriesOf = (mount: Mount, id: string): MenuEntry[] => {
  const { store } = mount
  const layout = currentLayout(store)
  const { type, meta } = layout[id] ?? {}
  if (!type) return []
  const possible = steps(layout, id)
  const moves = ways.map(([way, label, Icon]): MenuEntry => {
    const place = possible[way]
    return { key: way, label: label(), icon: <Icon />, disabled: !place, onSelect: () => place && placePart(store, { id }, place) }
  })
  const mayCopy = !duplicate(layout, id).refused
  const look: MenuEntry[] = [
    ...(type === 'MARKDOWN'
      ? [{ key: 'edit', label: t('Edit the text'), icon: <Pencil />, onSelect: () => store.getState().set({ editedTextId: id }) }]
      : []),
    ...(type === 'HEADER'
      ? headerSizes.map((size) => ({
          key: size,
          label: sizeNames[size](),
          icon: <Type />,
          checked: meta?.headerSize === size,
          onSelect: () => changeMeta(store, id, { headerSize: size }),
        }))
      : []),
    ...(hasBackground.has(type)
      ? backgrounds.map((background) => ({
          key: background,
          label: backgroundNames[background](),
          icon: <PaintBucket />,
          checked: (meta?.background ?? 'BACKGROUND_TRANSPARENT') === background,
          onSelect: () => changeMeta(store, id, { background }),
        }))
      : []),
  ]
  const to: MenuEntry = {
    key: 'to',
    label: t('To another row…'),
    icon: <CornerDownRight />,
    onSelect: () => store.getState().set({ movingId: id }),
  }
  const ownMoves = moves.filter((entry) => type !== 'TAB' || entry === moves[2] || entry === moves[3])
  return [
    { key: 'move', label: t('Move'), icon: <Move />, entries: [...ownMoves, to] },
    { key: 'duplicate', label: t('Duplicate'), icon: <Copy />, disabled: !mayCopy, onSelect: () => duplicatePart(mount, id) },
    ...clipboardEntries(mount, id),
    ...(look.length > 0 ? ['divider' as const, ...look] : []),
    ...(type === 'TAB' ? [] : ['divider' as const, conditionEntry(mount, id)]),
    ...(type === 'TAB' && hasFeature('DASHBOARD_NATIVE_FILTERS') ? [tabFilterEntry(mount, id)] : []),
    'divider',
    {
      key: 'remove',
      label: type === 'CHART' ? t('Remove from the dashboard') : t('Remove'),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => (type === 'TAB' ? void askToRemoveTab(store, id) : removePart(store, id)),
    },
  ]
}

import { AlignHorizontalSpaceBetween, ArrowLeftRight, ArrowUpDown, Columns2, Heading, Rows2 } from 'lucide-react'
import { groupKinds, type GroupKind } from '#core/layout/change/group.ts'
import { resizable } from '#core/layout/change/resize.ts'
import { t } from '#core/i18n/t.ts'
import type { MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import type { DashboardStore } from '../../state/store.ts'
import { currentLayout, refusalText } from '../actions.ts'
import { alignParts, groupParts, tryAlign, tryGroup, type Alignment } from './arrange.ts'

const groups: Record<GroupKind, { label: () => string; icon: typeof Rows2 }> = {
  row: { label: () => t('Group in a row'), icon: Rows2 },
  column: { label: () => t('Group in a column'), icon: Columns2 },
  titled: { label: () => t('Group under a title'), icon: Heading },
}

const alignments: { key: Alignment; label: () => string; icon: typeof Rows2 }[] = [
  { key: 'heights', label: () => t('Same height'), icon: ArrowUpDown },
  { key: 'widths', label: () => t('Same width'), icon: ArrowLeftRight },
  { key: 'fill', label: () => t('Spread over the row'), icon: AlignHorizontalSpaceBetween },
]

export const groupEntries = (store: DashboardStore, ids: readonly string[]): MenuEntry[] =>
  groupKinds.map((kind) => {
    const { label, icon: Icon } = groups[kind]
    const { refused } = tryGroup(store, ids, kind)
    const refusal = refused && { disabled: true, reason: refusalText(refused) }
    return { key: kind, label: label(), icon: <Icon />, ...refusal, onSelect: () => groupParts(store, ids, kind) }
  })

export const alignEntries = (store: DashboardStore, ids: readonly string[]): MenuEntry[] =>
  alignments.map(({ key, label, icon: Icon }) => {
    const side = key === 'heights' ? 'height' : 'width'
    const isPossible = ids.some((id) => resizable(currentLayout(store), id)[side])
    const refusal = !isPossible
      ? { disabled: true, reason: t('None of them has a size of its own.') }
      : tryAlign(store, ids, key) === null && { disabled: true, reason: refusalText('space') }
    return { key, label: label(), icon: <Icon />, ...refusal, onSelect: () => alignParts(store, ids, key) }
  })

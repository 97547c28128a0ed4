import { create, type NewComponent } from '#core/layout/create.ts'
import type { Layout, Outcome, Place } from '#core/layout/component.ts'
import { move } from '#core/layout/move.ts'
import { t } from '#core/i18n/t.ts'
import { nameOf } from '../state/draft.ts'

const hasName = (type: string | undefined) => type === 'CHART' || type === 'HEADER' || type === 'TAB'

/** A component without a name, in a sentence. */
const oneOf = (type: string | undefined): string => {
  const names: Record<string, () => string> = {
    MARKDOWN: () => t('a text'),
    DIVIDER: () => t('a divider'),
    ROW: () => t('a row'),
    COLUMN: () => t('a column'),
    TABS: () => t('tabs'),
  }
  return names[type ?? '']?.() ?? t('a component')
}

/** `Moved “Sales”`, `Moved a row`: what a step did. */
export const stepWords = (
  action: 'moved' | 'added' | 'removed' | 'resized' | 'renamed' | 'changed' | 'duplicated',
  layout: Layout,
  id: string,
): string => {
  const type = layout[id]?.type
  const what = hasName(type) ? `“${nameOf(layout, id)}”` : oneOf(type)
  const sentences = {
    moved: () => t('Moved %s', [what]),
    added: () => t('Added %s', [what]),
    removed: () => t('Removed %s', [what]),
    resized: () => t('Resized %s', [what]),
    renamed: () => t('Renamed %s', [what]),
    changed: () => t('Changed %s', [what]),
    duplicated: () => t('Duplicated %s', [what]),
  }
  return sentences[action]()
}

/** The layout with a component moved, or a new one put, into a place. */
export const placed = (layout: Layout, dragged: { id: string } | NewComponent, place: Place): Outcome =>
  'id' in dragged ? move(layout, dragged.id, place) : create(layout, dragged, place)

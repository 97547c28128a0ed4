import { create, type NewComponent } from '#core/layout/create.ts'
import type { Layout, Outcome, Place } from '#core/layout/component.ts'
import { move } from '#core/layout/move.ts'
import { t } from '#core/i18n/t.ts'
import type { Properties } from '../data/record.ts'

/** Everything that a save writes: one step of the history is one of these. */
export type Draft = { readonly layout: Layout; readonly properties: Properties }

/** What a component is called in sentences. */
export const nameOf = (layout: Layout, id: string): string => {
  const { type, meta } = layout[id] ?? {}
  if (type === 'CHART') return meta?.sliceNameOverride || meta?.sliceName || t('Chart')
  if (type === 'HEADER' || type === 'TAB') return meta?.text || meta?.defaultText || t('Tab title')
  if (type === 'MARKDOWN')
    return (
      (meta?.code ?? '')
        .split('\n')[0]
        ?.replace(/^#+\s*/, '')
        .slice(0, 40) || t('Text')
    )
  return kindName(type)
}

export const kindName = (type: string | undefined): string => {
  const names: Record<string, () => string> = {
    CHART: () => t('Chart'),
    MARKDOWN: () => t('Text'),
    HEADER: () => t('Header'),
    DIVIDER: () => t('Divider'),
    ROW: () => t('Row'),
    COLUMN: () => t('Column'),
    TABS: () => t('Tabs'),
    TAB: () => t('Tab'),
  }
  return names[type ?? '']?.() ?? t('Component')
}

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
  deed: 'moved' | 'added' | 'removed' | 'resized' | 'renamed' | 'changed' | 'duplicated',
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
  return sentences[deed]()
}

export const placed = (layout: Layout, dragged: { id: string } | NewComponent, place: Place): Outcome =>
  'id' in dragged ? move(layout, dragged.id, place) : create(layout, dragged, place)

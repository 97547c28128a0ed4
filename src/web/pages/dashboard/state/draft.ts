import type { Layout } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import type { Properties } from '../data/record.ts'

/** Everything that a save writes. Each undo step is a draft. */
export type Draft = { readonly layout: Layout; readonly properties: Properties }

/** The name of a component for texts. */
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

/** What a component is, and how it is called unless it has no name of its own. */
export const labelOf = (layout: Layout, id: string): string => {
  const [kind, name] = [kindName(layout[id]?.type), nameOf(layout, id)]
  return name === kind ? kind : t('%(kind)s %(name)s', { kind, name })
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

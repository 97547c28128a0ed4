import { create, type NewComponent } from '#core/layout/change/create.ts'
import type { Layout, Outcome, Place } from '#core/layout/component.ts'
import { move } from '#core/layout/change/move.ts'
import { t } from '#core/i18n/t.ts'
import { kindName, nameOf } from '../state/draft.ts'

const hasName = (type: string | undefined) => type === 'CHART' || type === 'HEADER' || type === 'TAB'

type StepAction = 'moved' | 'added' | 'removed' | 'resized' | 'renamed' | 'changed' | 'duplicated'

const namedStep: Record<StepAction, (name: string) => string> = {
  moved: (name) => t('Moved “%(name)s”', { name }),
  added: (name) => t('Added “%(name)s”', { name }),
  removed: (name) => t('Removed “%(name)s”', { name }),
  resized: (name) => t('Resized “%(name)s”', { name }),
  renamed: (name) => t('Renamed “%(name)s”', { name }),
  changed: (name) => t('Changed “%(name)s”', { name }),
  duplicated: (name) => t('Duplicated “%(name)s”', { name }),
}

const unnamedStep: Record<StepAction, (kind: string) => string> = {
  moved: (kind) => t('Moved: %(kind)s', { kind }),
  added: (kind) => t('Added: %(kind)s', { kind }),
  removed: (kind) => t('Removed: %(kind)s', { kind }),
  resized: (kind) => t('Resized: %(kind)s', { kind }),
  renamed: (kind) => t('Renamed: %(kind)s', { kind }),
  changed: (kind) => t('Changed: %(kind)s', { kind }),
  duplicated: (kind) => t('Duplicated: %(kind)s', { kind }),
}

/** `Moved “Sales”`, or `Moved: Row` for a component without a name. */
export const describeStep = (action: StepAction, layout: Layout, id: string): string => {
  const type = layout[id]?.type
  return hasName(type) ? namedStep[action](nameOf(layout, id)) : unnamedStep[action](kindName(type))
}

/** The layout with a component moved or added to a place. */
export const placed = (layout: Layout, dragged: { id: string } | NewComponent, place: Place): Outcome =>
  'id' in dragged ? move(layout, dragged.id, place) : create(layout, dragged, place)

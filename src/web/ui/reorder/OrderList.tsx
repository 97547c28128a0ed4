import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { t } from '#core/i18n/t.ts'
import { moveBeside } from './move-beside.ts'
import css from './OrderList.module.css'

type Item = { key: string; label: string }

type Props<I extends Item> = {
  label: string
  items: I[]
  onReorder: (items: I[]) => void
  /** The row whose item is shown beside the list. It is selected by a press or with the arrow keys. */
  selected?: string | null
  onSelect?: (key: string) => void
  /** Renders the content of a row; its label by default. */
  render?: (item: I) => ReactNode
}

/** A list reordered by dragging, or by keyboard: Enter on a handle picks up the row, arrows move it, Enter drops it. */
export const OrderList = <I extends Item>({ label, items, onReorder, selected, onSelect, render }: Props<I>) => {
  const { dragAndDropHooks } = useDragAndDrop<I>({
    getItems: (_keys, dragged) => dragged.map((item) => ({ 'text/plain': item.label })),
    onReorder: ({ keys, target }) =>
      onReorder(moveBeside(items, new Set([...keys].map(String)), String(target.key), target.dropPosition === 'after')),
  })
  return (
    <I18nProvider locale={t.locale}>
      <GridList
        aria-label={label}
        items={items.map((item) => ({ ...item, id: item.key }))}
        dragAndDropHooks={dragAndDropHooks}
        {...(onSelect && {
          selectionMode: 'single' as const,
          selectionBehavior: 'replace' as const,
          disallowEmptySelection: true,
          selectedKeys: selected ? [selected] : [],
          onSelectionChange: (keys: 'all' | Set<string | number>) => keys !== 'all' && [...keys].forEach((key) => onSelect(String(key))),
        })}
        className={css['list'] ?? ''}
      >
        {(item) => (
          <GridListItem id={item.key} textValue={item.label} className={css['item'] ?? ''}>
            <Button slot="drag" className={css['handle'] ?? ''} aria-label={t('Move %(name)s', { name: item.label })}>
              <GripVertical aria-hidden />
            </Button>
            <div className={css['content']}>{render ? render(item) : item.label}</div>
          </GridListItem>
        )}
      </GridList>
    </I18nProvider>
  )
}

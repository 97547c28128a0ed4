import {
  CalendarClock,
  CalendarRange,
  CircleDot,
  CircleHelp,
  Group,
  Hash,
  ListFilter,
  Minus,
  Timer,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isFilter, type FilterItem, type NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useFocusReturn } from '../../../../ui/keys/use-focus-return.ts'
import { Tooltip } from '../../../../ui/overlay/Tooltip.tsx'
import { OrderList } from '../../../../ui/reorder/OrderList.tsx'
import type { ConfigFault } from './draft/config-faults.ts'
import { listedItems, type ConfigState } from './draft/config-state.ts'
import css from './FilterConfig.module.css'

const icons: Record<NativeFilter['filterType'], ReactNode> = {
  filter_select: <ListFilter aria-hidden />,
  filter_range: <Hash aria-hidden />,
  filter_time: <CalendarRange aria-hidden />,
  filter_timecolumn: <CalendarClock aria-hidden />,
  filter_timegrain: <Timer aria-hidden />,
  filter_groupby: <Group aria-hidden />,
  unknown: <CircleHelp aria-hidden />,
}

/** What an item is called where it is listed. */
export const nameOfItem = (item: FilterItem): string => {
  const name = (isFilter(item) ? item.name : item.title).trim()
  return name || (isFilter(item) ? t('[untitled]') : t('Divider'))
}

type Props = {
  state: ConfigState
  /** Ids of the items with changes that are not saved. */
  changed: readonly string[]
  faultsOf: (id: string) => ConfigFault[]
  onSelect: (id: string) => void
  onReorder: (ids: string[]) => void
  onRemove: (id: string) => void
  onRestore: (id: string) => void
}

/** The filters and dividers in their order. */
export const ItemList = ({ state, changed, faultsOf, onSelect, onReorder, onRemove, onRestore }: Props) => {
  const items = listedItems(state).map((item) => ({ key: item.id, label: nameOfItem(item), item }))
  if (items.length === 0) return null
  return (
    <OrderList
      label={t('Filters')}
      items={items}
      selected={state.selected}
      onSelect={onSelect}
      onReorder={(order) => onReorder(order.map(({ key }) => key))}
      render={({ key, label, item }) => (
        <Row
          item={item}
          name={label}
          isRemoved={state.removed[key] !== undefined}
          isChanged={changed.includes(key)}
          faults={faultsOf(key)}
          onRemove={() => onRemove(key)}
          onRestore={() => onRestore(key)}
        />
      )}
    />
  )
}

type RowProps = {
  item: FilterItem
  name: string
  isRemoved: boolean
  isChanged: boolean
  faults: ConfigFault[]
  onRemove: () => void
  onRestore: () => void
}

const Row = ({ item, name, isRemoved, isChanged, faults, onRemove, onRestore }: RowProps) => {
  const [fault] = faults
  const { expectFocus, ref } = useFocusReturn()
  const swap = (change: () => void) => () => {
    expectFocus()
    change()
  }
  return (
    <div className={css['row']}>
      {isFilter(item) ? icons[item.filterType] : <Minus aria-hidden />}
      <span className={cx(css['name'], isRemoved && css['removed'])}>{isRemoved ? t('%(name)s (Removed)', { name }) : name}</span>
      {!isRemoved && fault && (
        <Tooltip text={t(fault.message, fault.params)}>
          <span className={css['warning']} role="img" aria-label={t(fault.message, fault.params)}>
            <TriangleAlert aria-hidden />
          </span>
        </Tooltip>
      )}
      {!isRemoved && isChanged && (
        <span className={css['mark']} role="img" aria-label={t('Not saved')} title={t('Not saved')}>
          <CircleDot aria-hidden />
        </span>
      )}
      {isRemoved ? (
        <Button ref={ref} kind="link" aria-label={t('Undo the removal of %(name)s', { name })} onClick={swap(onRestore)}>
          {t('Undo')}
        </Button>
      ) : (
        <IconButton ref={ref} dense label={t('Remove %(name)s', { name })} icon={<Trash2 />} onClick={swap(onRemove)} />
      )}
    </div>
  )
}

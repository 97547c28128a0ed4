import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { isValidFilter } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { asList } from '#core/query/read.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useAddsByClick, useSurface } from '../control-props.ts'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { filterLanding } from '../field/landing.ts'
import { mayRemove } from './filter-draft.ts'
import { FilterPill } from './FilterPill.tsx'
import { PillList } from '../pills/PillList.tsx'
import { usePillDrop } from '../pills/use-pill-drop.ts'

const blank: AdhocFilter = {
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: null,
  operator: null,
  comparator: null,
  sqlExpression: null,
  isNew: true,
}

/** Conditions on columns and metrics. */
export const Filters = ({ control, value, onChange, state }: ControlProps<'filters'>) => {
  const filters = asList<AdhocFilter>(value)
  const surface = useSurface()
  const addsByClick = useAddsByClick()
  const [open, setOpen] = useState<number | null>(null)
  const [fresh, setFresh] = useState<AdhocFilter | null>(null)
  const { dataset } = state
  const shown = fresh ? [...filters, fresh] : filters

  const start = (filter: AdhocFilter) => {
    setOpen(filters.length)
    if (isValidFilter(filter)) onChange([...filters, filter])
    else setFresh({ ...filter, isNew: true })
  }
  const close = () => {
    setOpen(null)
    setFresh(null)
  }
  const put = (index: number, filter: AdhocFilter) => {
    if (index < filters.length) return onChange(filters.with(index, filter))
    setFresh(null)
    onChange([...filters, { ...filter, isNew: false }])
  }
  const remove = (index: number) => {
    close()
    if (index >= filters.length) return
    if (!surface.keepsLastTimeFilter || mayRemove(filters, index)) return onChange(filters.toSpliced(index, 1))
    void confirm({
      title: t('Warning'),
      text: t("You cannot delete the last temporal filter as it's used for time range filters in dashboards."),
      action: t('OK'),
    })
  }
  const move = (from: number, to: number) => {
    const filter = filters[from]
    if (filter && to >= 0 && to < filters.length) onChange(filters.toSpliced(from, 1).toSpliced(to, 0, filter))
  }
  const group = useRef<HTMLDivElement>(null)
  const { isLit, place } = usePillDrop(group, {
    list: control.name,
    count: shown.length,
    refusal: (field) => {
      const landed = filterLanding(field, { control, state, surface })
      return 'refusal' in landed ? landed.refusal : null
    },
    onField: (field) => {
      const landed = filterLanding(field, { control, state, surface })
      if ('item' in landed) start(landed.item)
    },
    onMove: move,
  })
  return (
    <BlockField
      control={control}
      groupRef={group}
      drop={place === null ? (isLit ? 'lit' : null) : 'over'}
      action={
        addsByClick && (
          <IconButton dense label={t('Add to %(name)s', { name: t(control.label) })} icon={<Plus />} onClick={() => start(blank)} />
        )
      }
    >
      {(labelId) => (
        <PillList
          count={shown.length}
          labelledBy={labelId}
          place={place}
          renderPill={(i) => (
            <FilterPill
              filter={shown[i] as AdhocFilter}
              dataset={dataset}
              open={open === i}
              onOpen={(isOpen) => (isOpen ? setOpen(i) : close())}
              onFilter={(filter) => put(i, filter)}
              onRemove={() => remove(i)}
              onCancel={(before) => {
                if (i < filters.length && before.isNew !== true) onChange(filters.with(i, before))
                else if (i < filters.length) onChange(filters.toSpliced(i, 1))
                close()
              }}
              dragged={{ kind: 'pill', list: control.name, index: i }}
              index={i}
            />
          )}
        />
      )}
    </BlockField>
  )
}

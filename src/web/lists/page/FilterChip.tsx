import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import type { RouteQuery } from '../../data/resources.ts'
import { useSearch } from '../../data/wire/use-search.ts'
import { Chip } from '../../ui/Chip.tsx'
import { OptionList } from '../../ui/choice/Picker.tsx'
import { Popover } from '../../ui/overlay/Popover.tsx'
import type { ListFilter } from '../config.ts'
import type { Chosen } from './list-state.ts'

type Props = { filter: ListFilter; chosen: Chosen | undefined; onChoose: (value: Chosen | null) => void }

/** A filter chip: opens a list of options, or works as a switch. */
export const FilterChip = ({ filter, chosen, onChoose }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const clear = {
    set: chosen !== undefined,
    onClear: () => onChoose(null),
    clearLabel: t('Clear the filter %(name)s', { name: filter.label }),
  }
  if (!filter.options)
    return (
      <Chip {...clear} aria-pressed={chosen !== undefined} onClick={() => onChoose(chosen ? null : { value: true, label: filter.label })}>
        {filter.label}
      </Chip>
    )
  return (
    <>
      <Chip {...clear} ref={setAnchor} aria-haspopup="listbox" aria-expanded={open} after={<ChevronDown />} onClick={() => setOpen(!open)}>
        {chosen ? `${filter.label}: ${chosen.label}` : filter.label}
      </Chip>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={filter.label} width={240}>
        <Options
          filter={filter}
          chosen={chosen}
          onChoose={(value) => {
            setOpen(false)
            onChoose(value)
          }}
        />
      </Popover>
    </>
  )
}

const noOptions: RouteQuery<Chosen[]> = { queryKey: ['no options'], queryFn: () => Promise.resolve([]) }

const Options = ({ filter, chosen, onChoose }: Props) => {
  const { data, isWaiting, onSearch, searched } = useSearch((text) => ({ ...(filter.options?.(text) ?? noOptions), staleTime: 10_000 }))
  return (
    <OptionList
      label={filter.label}
      loading={isWaiting}
      onSearch={onSearch}
      searched={searched}
      options={(data ?? []).map(({ value, label }) => ({ value: String(value), label }))}
      isChosen={(option) => String(chosen?.value) === option.value}
      onChoose={(option) => {
        const found = data?.find(({ value }) => String(value) === option.value)
        onChoose(found && String(found.value) !== String(chosen?.value) ? found : null)
      }}
    />
  )
}

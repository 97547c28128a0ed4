import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { useSearch } from '../../data/wire/use-search.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { OptionList } from '../../ui/choice/Picker.tsx'
import { Popover } from '../../ui/overlay/Popover.tsx'
import { relatedOptions } from '../options.ts'
import type { ListedTag } from '../routes.ts'
import css from './OwnersField.module.css'

export type Owner = { id: number; name: string }

type Props = {
  tag: ListedTag
  owners: Owner[]
  onChange: (owners: Owner[]) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** A form field that lists the owners of an object. */
export const OwnersField = ({ tag, owners, onChange, ...described }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const { data, isWaiting, ...search } = useSearch((text) => ({ ...relatedOptions(tag, 'owners')(text), enabled: open }))
  const toggle = (owner: Owner) =>
    onChange(owners.some((one) => one.id === owner.id) ? owners.filter((one) => one.id !== owner.id) : [...owners, owner])
  return (
    <div className={css['field']}>
      {owners.map((owner) => (
        <div key={owner.id} className={css['owner']}>
          <Avatar name={owner.name} />
          <span className={css['name']}>{owner.name}</span>
          <IconButton dense label={t('Remove %(name)s', { name: owner.name })} icon={<X />} onClick={() => toggle(owner)} />
        </div>
      ))}
      <Button ref={setAnchor} {...described} dense icon={<Plus />} onClick={() => setOpen(true)}>
        {t('Add an owner')}
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={t('Owners')} width={280}>
        <OptionList
          multiple
          label={t('Owners')}
          loading={isWaiting}
          onSearch={search.onSearch}
          searched={search.searched}
          options={(data ?? []).map(({ value, label }) => ({ value: Number(value), label }))}
          isChosen={(option) => owners.some((owner) => owner.id === option.value)}
          onChoose={(option) => toggle({ id: option.value, name: option.label })}
        />
      </Popover>
    </div>
  )
}

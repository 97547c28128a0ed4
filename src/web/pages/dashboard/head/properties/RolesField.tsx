import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { relatedOptions } from '../../../../lists/options.ts'
import { Combobox } from '../../../../ui/combobox/Combobox.tsx'
import type { Properties } from '../../data/record.ts'

type Roles = Properties['roles']

/** Chooses the roles that may open a dashboard. */
export const RolesField = ({ roles, onChange, ...field }: { roles: Roles; onChange: (roles: Roles) => void; id?: string }) => {
  const [text, setText] = useState('')
  const { data = [], isPending } = useQuery({ ...relatedOptions('dashboard', 'roles')(text), placeholderData: keepPreviousData })
  const found = data.map(({ value, label }) => ({ id: Number(value), name: label }))
  const known = [...found, ...roles.filter(({ id }) => !found.some((role) => role.id === id))]
  return (
    <Combobox
      {...field}
      multiple
      label={t('Roles')}
      options={known.map(({ id, name }) => ({ value: id, label: name }))}
      values={roles.map(({ id }) => id)}
      loading={isPending}
      onSearch={setText}
      onChange={(ids) => onChange(ids.flatMap((id) => known.find((role) => role.id === id) ?? []))}
    />
  )
}

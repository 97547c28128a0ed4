import { Avatar } from '../../ui/Avatar.tsx'
import { fullName, nameFor, type Person } from './people.ts'
import css from './Owners.module.css'

/** The first owner by name, and the number of others. */
export const Owners = ({ owners, me }: { owners: Person[] | undefined; me: number }) => {
  const ordered = [...(owners ?? [])].sort((a, b) => Number(b.id === me) - Number(a.id === me))
  const [first, ...others] = ordered
  if (!first) return '–'
  const name = nameFor(first, me)
  return (
    <span className={css['owners']} title={ordered.map((owner) => nameFor(owner, me)).join(', ')}>
      <Avatar name={fullName(first)} />
      <span className={css['name']}>{name}</span>
      {others.length > 0 && <span className={css['more']}>{`+${others.length}`}</span>}
    </span>
  )
}

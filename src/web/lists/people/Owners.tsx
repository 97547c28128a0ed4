import { fullName } from '#core/format/full-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { nameFor, type Person } from './people.ts'
import css from './Owners.module.css'

/** More owners than this are counted. */
const maxAvatars = 4

/** One owner by name, several by their avatars. */
export const Owners = ({ owners, me }: { owners: Person[] | undefined; me: number }) => {
  const ordered = [...(owners ?? [])].sort((a, b) => Number(b.id === me) - Number(a.id === me))
  const [first] = ordered
  if (!first) return '–'
  const rest = ordered.length - maxAvatars
  return (
    <span className={css['owners']} title={ordered.map((owner) => nameFor(owner, me)).join(', ')}>
      <span className={css['avatars']}>
        {ordered.slice(0, maxAvatars).map((owner) => (
          <Avatar key={owner.id} name={fullName(owner)} />
        ))}
      </span>
      {ordered.length === 1 && <span className={css['name']}>{nameFor(first, me)}</span>}
      {ordered.length > 1 && <span className="visually-hidden">{ordered.map((owner) => nameFor(owner, me)).join(', ')}</span>}
      {rest > 0 && (
        <span className={css['more']} aria-hidden>
          {`+${rest}`}
        </span>
      )}
    </span>
  )
}

import css from './Avatar.module.css'

/** The first letter of a name, in a circle. */
export const Avatar = ({ name }: { name: string }) => (
  <span className={css['avatar']} aria-hidden>
    {(name.trim().slice(0, 1) || '?').toUpperCase()}
  </span>
)

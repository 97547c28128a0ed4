import css from './Shell.module.css'

/** The logo: a room with a line rising out of it. */
export const Logo = () => (
  <svg className={css['mark']} viewBox="0 0 24 24" fill="none" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round" aria-hidden>
    <path stroke="currentColor" d="M15 21H7.5A4.5 4.5 0 0 1 3 16.5v-9A4.5 4.5 0 0 1 7.5 3H15" />
    <path className={css['markLine']} d="m8 16 3.6-4.6 3 2.6L21.5 7" />
  </svg>
)

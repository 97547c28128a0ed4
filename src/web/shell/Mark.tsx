import css from './Shell.module.css'

/** The sign: a room with a line rising out of it. */
export const Mark = () => (
  <svg className={css['mark']} viewBox="0 0 24 24" fill="none" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round" aria-hidden>
    <path stroke="currentColor" d="M21 13.5V17a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4h11.5" />
    <path className={css['markLine']} d="m7.5 15 3.6-4.4 3.4 2.9L21 6" />
  </svg>
)

import css from './Kbd.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const others: Record<string, string> = { '⌘': 'Ctrl ', '⇧': 'Shift ', '⌥': 'Alt ', '↵': 'Enter' }

/** `⌘K` in the notation of this platform. */
export const keyText = (keys: string): string => (isMac ? keys : keys.replaceAll(/[⌘⇧⌥↵]/g, (key) => others[key] ?? key).trim())

type Props = { keys: string; 'aria-hidden'?: boolean }

export const Kbd = ({ keys, ...rest }: Props) => (
  <kbd className={css['kbd']} {...rest}>
    {keyText(keys)}
  </kbd>
)

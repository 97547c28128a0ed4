import css from './Kbd.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const others: Record<string, string> = { '⌘': 'Ctrl ', '⇧': 'Shift ', '⌥': 'Alt ', '↵': 'Enter' }

/** `⌘K` as this keyboard writes it. */
export const keyText = (keys: string): string => (isMac ? keys : keys.replaceAll(/[⌘⇧⌥↵]/g, (key) => others[key] ?? key).trim())

export const Kbd = ({ keys }: { keys: string }) => <kbd className={css['kbd']}>{keyText(keys)}</kbd>

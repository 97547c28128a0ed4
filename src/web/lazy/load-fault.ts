import { t } from '#core/i18n/t.ts'
import { basePath } from '../data/base-path.ts'
import { say } from '../ui/feedback/toast.ts'

/** Code of the page that did not come: the network failed, or the file belongs to a build that another one has replaced. */
export class LoadFault extends Error {
  readonly outdated: boolean

  constructor(cause: unknown, outdated: boolean) {
    super(outdated ? t('A newer version is running. Load the page again.') : t('This part of the page could not be loaded.'), { cause })
    this.name = 'LoadFault'
    this.outdated = outdated
  }
}

/** Whether the server now gives out another build than the one that this page came with. */
const isReplaced = async (): Promise<boolean> => {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const page = await fetch(`${basePath()}/`, { headers: { accept: 'text/html' } }).catch(() => null)
  return Boolean(entry && page?.ok) && !(await page?.text())?.includes(entry ?? '')
}

/** Runs an `import()`. Throws LoadFault; the next run asks the server again. */
export const loadCode = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (cause) {
    throw new LoadFault(cause, await isReplaced())
  }
}

export const reload = () => window.location.reload()

/** The one offer to load a newer version: it stays until it is taken or closed. */
export const offerReload = (fault: unknown) => {
  if (fault instanceof LoadFault && fault.outdated)
    say(fault.message, { kind: 'warn', lasts: 0, action: { label: t('Load again'), run: reload } })
}

/** Says at the bottom what did not come. */
export const sayLoadFault = (fault: unknown) => {
  offerReload(fault)
  if (fault instanceof LoadFault && !fault.outdated) say(fault.message, { kind: 'bad' })
}

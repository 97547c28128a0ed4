import { t } from '#core/i18n/t.ts'
import { basePath } from '../data/base-path.ts'
import { say } from '../ui/feedback/toast.ts'

/** A chunk could not be loaded: the network failed, or the server now runs another build without that file. */
export class LoadFault extends Error {
  readonly isOutdated: boolean

  constructor(cause: unknown, outdated: boolean) {
    super(outdated ? t('A newer version is available. Reload the page.') : t('This part of the page could not be loaded.'), { cause })
    this.name = 'LoadFault'
    this.isOutdated = outdated
  }
}

/** Whether the server now serves another build than that of this page. */
const isBuildOutdated = async (): Promise<boolean> => {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const page = await fetch(`${basePath()}/`, { headers: { accept: 'text/html' } }).catch(() => null)
  return Boolean(entry && page?.ok) && !(await page?.text())?.includes(entry ?? '')
}

const retryDelayMs = 500

/** Runs an `import()`, once more if it fails. Throws LoadFault; the next call retries. */
export const loadCode = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (cause) {
    if (await isBuildOutdated()) throw new LoadFault(cause, true)
  }
  await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  return load().catch((cause: unknown) => {
    throw new LoadFault(cause, false)
  })
}

export const reload = () => window.location.reload()

/** Offers to reload if a newer build is running. The toast stays until used or closed. */
export const offerReload = (fault: unknown) => {
  if (fault instanceof LoadFault && fault.isOutdated)
    say(fault.message, { kind: 'warn', lasts: 0, action: { label: t('Reload'), run: reload } })
}

/** Shows a toast for a chunk that could not be loaded. */
export const reportLoadFault = (fault: unknown) => {
  offerReload(fault)
  if (fault instanceof LoadFault && !fault.isOutdated) say(fault.message, { kind: 'bad' })
}

const copyByCommand = (text: string): boolean => {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/**
 * Copies a text to the clipboard, also over plain http, where the clipboard API is not available, and in frames that may not use it.
 * @throws if the browser allows neither way
 */
export const copyText = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (!copyByCommand(text)) throw error
  }
}

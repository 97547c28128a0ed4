import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from './IconButton.tsx'

/** Copies a text and says so for two seconds. */
export const CopyButton = ({ text, label = t('Copy') }: { text: string | (() => string); label?: string }) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await copyText(typeof text === 'string' ? text : text())
    setCopied(true)
  }
  return <IconButton dense label={copied ? t('Copied') : label} icon={copied ? <Check /> : <Copy />} onClick={() => void copy()} />
}

/** Also works on plain http, where the clipboard API is closed. */
export const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

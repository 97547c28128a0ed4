import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { say } from '../feedback/toast.ts'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'

const confirmationMs = 2000

/** Copies a text and confirms it for two seconds. */
export const CopyButton = ({ text, label = t('Copy') }: { text: string | (() => string); label?: string }) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await copyText(typeof text === 'string' ? text : text())
      setCopied(true)
    } catch {
      say(t('The browser blocks the clipboard.'), { kind: 'warn' })
    }
  }
  return <IconButton dense label={copied ? t('Copied') : label} icon={copied ? <Check /> : <Copy />} onClick={() => void copy()} />
}

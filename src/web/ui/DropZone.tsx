import { useState, type ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './DropZone.module.css'

type Props = {
  onFiles: (files: File[]) => void
  /** Accepted file extensions: `.csv,.parquet`. */
  accept?: string
  multiple?: boolean
  label: string
  className?: string
  /** Renders the content; `choose` opens the file dialog. */
  children: (choose: () => void) => ReactNode
}

/** An area to drop files on or to choose them from a dialog. */
export const DropZone = ({ onFiles, accept, multiple = true, label, className, children }: Props) => {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length) onFiles(multiple ? files : files.slice(0, 1))
  }
  const choose = () => input?.click()
  return (
    <div
      className={cx(css['zone'], over && css['over'], className)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={setInput}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      {children(choose)}
    </div>
  )
}

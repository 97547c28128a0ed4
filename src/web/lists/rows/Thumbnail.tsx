import { useState, type ReactNode } from 'react'
import { basePath } from '../../data/base-path.ts'
import { useTheme } from '../../theme/theme.ts'
import { cx } from '../../ui/cx.ts'
import css from './Thumbnail.module.css'

type Props = {
  url: string | null | undefined
  /** Size in px that the server draws; it may be shown slightly larger or smaller. */
  width: number
  height: number
  /** Shown when there is no picture. */
  icon: ReactNode
  className?: string
}

/** A chart or dashboard as drawn by the server for this user, in the current theme. */
export const Thumbnail = ({ url, width, height, icon, className }: Props) => {
  const theme = useTheme((state) => state.name)
  const [broken, setBroken] = useState<string | null>(null)
  const [drawn, setDrawn] = useState(false)
  const src = url ? `${basePath()}${url}?${new URLSearchParams({ theme, width: String(width), height: String(height) }).toString()}` : null
  return (
    <span className={cx(css['thumbnail'], src && !drawn && src !== broken && css['waiting'], className)} aria-hidden>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setDrawn(true)}
          onError={() => setBroken(src)}
        />
      ) : (
        <span className={css['icon']}>{icon}</span>
      )}
    </span>
  )
}

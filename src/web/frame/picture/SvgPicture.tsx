import { useLayoutEffect, useRef } from 'react'
import { safeSvg } from './safe-svg.ts'
import css from '../ChartFrame.module.css'

type Props = {
  svg: string
  label: string
  onContextMenu?: ((at: { x: number; y: number }) => void) | undefined
}

/** A chart that draws itself as SVG. */
export const SvgPicture = ({ svg, label, onContextMenu }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const picture = safeSvg(svg)
    box.current?.replaceChildren(...(picture ? [picture] : []))
  }, [svg])
  return (
    <div
      ref={box}
      className={css['svg']}
      role="img"
      aria-label={label}
      onContextMenu={
        onContextMenu &&
        ((event) => {
          event.preventDefault()
          onContextMenu({ x: event.clientX, y: event.clientY })
        })
      }
    />
  )
}

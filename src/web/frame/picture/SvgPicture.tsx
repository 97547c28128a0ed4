import { useLayoutEffect, useRef, type MouseEventHandler } from 'react'
import { safeSvg } from './safe-svg.ts'
import css from '../ChartFrame.module.css'

type Props = {
  svg: string
  label: string
  onContextMenu?: MouseEventHandler | undefined
}

/** A chart that draws itself as SVG. */
export const SvgPicture = ({ svg, label, onContextMenu }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const picture = safeSvg(svg)
    box.current?.replaceChildren(...(picture ? [picture] : []))
  }, [svg])
  return <div ref={box} className={css['svg']} role="img" aria-label={label} onContextMenu={onContextMenu} />
}

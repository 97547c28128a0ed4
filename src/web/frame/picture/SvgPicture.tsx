import { useLayoutEffect, useRef } from 'react'
import { safeSvg } from './safe-svg.ts'
import css from '../ChartFrame.module.css'

/** A chart that draws itself as SVG. */
export const SvgPicture = ({ svg, label }: { svg: string; label: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const picture = safeSvg(svg)
    box.current?.replaceChildren(...(picture ? [picture] : []))
  }, [svg])
  return <div ref={box} className={css['svg']} role="img" aria-label={label} />
}

import { useId } from 'react'
import { cx } from '../../cx.ts'
import type { DialogProps } from '../Dialog.tsx'
import css from '../Dialog.module.css'
import { Frame, frameClass } from './Frame.tsx'
import { OpenModal } from './OpenModal.tsx'

export const OpenDialog = ({ onClose, width = 480, height, closeOnPress = true, role, ...frame }: DialogProps) => {
  const id = useId()
  return (
    <OpenModal
      onClose={onClose}
      closeOnPress={closeOnPress}
      labelledBy={id}
      veilClass={css['veil']}
      className={cx(frameClass, css['dialog'])}
      style={{ width, height }}
      {...(role && { role })}
    >
      <Frame {...frame} titleId={id} onClose={onClose} />
    </OpenModal>
  )
}

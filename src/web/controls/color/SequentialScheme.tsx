import { sequentialSchemes } from '#core/color/sequential-data.ts'
import { sequentialOffer } from '#core/color/schemes.ts'
import { useTheme } from '../../theme/theme.ts'
import type { ControlProps } from '../control-props.ts'
import { SchemeChoice } from './SchemeChoice.tsx'

/** A ramp for amounts. */
export const SequentialScheme = ({ control, value, onChange }: ControlProps<'sequential-scheme'>) => {
  const theme = useTheme((held) => held.name)
  return <SchemeChoice {...{ control, value, onChange }} offer={sequentialOffer(theme, sequentialSchemes)} swatches={[5, 9]} />
}
